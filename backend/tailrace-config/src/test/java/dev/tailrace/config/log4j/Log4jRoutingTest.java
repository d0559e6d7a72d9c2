package dev.tailrace.config.log4j;

import static dev.tailrace.config.Reading.codes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.config.Reading;
import dev.tailrace.config.model.AppenderConfig;
import dev.tailrace.config.model.Configuration;
import dev.tailrace.config.model.FilterConfig;
import dev.tailrace.config.model.Threshold;
import dev.tailrace.destination.DestinationConfig;
import dev.tailrace.destination.Rolling;
import dev.tailrace.finding.FindingCode;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class Log4jRoutingTest {
    private static final String FILE = "<File name='F-${ctx:user}' fileName='logs/${ctx:user}.log'>"
            + "<PatternLayout pattern='${ctx:user} %m%n'/></File>";

    private static Configuration routing(String inside) {
        return Reading.read("<Configuration>\n<Appenders><Routing name='R'>" + inside + "</Routing>"
                + "<File name='ADMIN' fileName='logs/admins.log'/></Appenders>\n"
                + "<Loggers><Root level='info'><AppenderRef ref='R' level='warn'/><AppenderRef ref='ADMIN' level='error'/>"
                + "</Root></Loggers></Configuration>");
    }

    private static String routes(String pattern, String inside) {
        return "<Routes pattern='" + pattern + "'>" + inside + "</Routes>";
    }

    private static DestinationConfig.Keyed sifted(String otherwise, DestinationConfig.File each, long idleMillis) {
        return new DestinationConfig.Keyed("user", otherwise, true, each, 256, idleMillis);
    }

    @Test
    void read_oneRouteByValue_isAFileForEachValue() {
        Configuration configuration = routing(routes("$${ctx:user:-nobody}", "<Route>" + FILE + "</Route>")
                + "<IdlePurgePolicy timeToLive='2' timeUnit='hours' checkInterval='1'/>");

        assertThat(configuration.findings()).isEmpty();
        AppenderConfig appender = appender(configuration, "R: route of all others");
        assertThat(appender.destination())
                .isEqualTo(sifted("nobody", new DestinationConfig.File("logs/@sift@.log", true, null), 7_200_000));
        assertThat(appender.pattern()).isEqualTo("${ctx:user:-nobody} %m%n");
        assertThat(appender.filters()).containsExactly(new FilterConfig.ThresholdFilter(Threshold.WARN));
        assertThat(configuration.root().appenders()).containsExactly("R: route of all others", "ADMIN");
    }

    @Test
    void read_rollingFile_hasTheValueInBothNames() {
        Configuration configuration = routing(routes(
                "${ctx:user}",
                "<Route><RollingFile name='F' fileName='logs/${ctx:user:-none}.log' filePattern='logs/$${ctx:user}-%i.log'>"
                        + "<SizeBasedTriggeringPolicy size='1 KB'/></RollingFile></Route>"));

        // Not found when it is read, as in Log4j, so that it is the same as with two dollars.
        assertThat(configuration.findings()).isEmpty();
        Rolling rolled = new Rolling.Numbered("logs/@sift@-%i.log", 1, 7, true, 1025, 0, 0);
        assertThat(appender(configuration, "R: route of all others").destination())
                .isEqualTo(sifted("none", new DestinationConfig.File("logs/@sift@.log", true, rolled), 1_800_000));
    }

    @Test
    void read_routesWithKeys_takeTheirEventsFromTheOthers() {
        Configuration configuration = routing(routes(
                "$${ctx:user}",
                "<Route key='admin' ref='ADMIN'/><Route key='$${ctx:user}'><Console name='C'/></Route>"
                        + "<Route key='bob'><File name='B' fileName='logs/x-${ctx:user}.log'/></Route><Route>" + FILE
                        + "</Route>"));

        assertThat(configuration.findings()).isEmpty();
        assertThat(configuration.appenders())
                .extracting(AppenderConfig::name)
                .containsExactlyInAnyOrder(
                        "ADMIN", "ADMIN (2)", "R: route ${ctx:user}", "R: route bob", "R: route of all others");
        assertThat(filter(configuration, "ADMIN")).isEqualTo(context(true, "admin"));
        assertThat(filter(configuration, "R: route ${ctx:user}")).isEqualTo(context(true, "${ctx:user}"));
        assertThat(filter(configuration, "R: route bob")).isEqualTo(context(true, "bob"));
        assertThat(filter(configuration, "R: route of all others"))
                .isEqualTo(context(false, "admin", "${ctx:user}", "bob"));
        assertThat(appender(configuration, "R: route bob").destination())
                .isEqualTo(new DestinationConfig.File("logs/x-bob.log", true, null));
    }

    private static FilterConfig context(boolean among, String... values) {
        return new FilterConfig.ContextFilter("user", "${ctx:user}", true, Set.of(values), among);
    }

    private static AppenderConfig appender(Configuration configuration, String name) {
        return configuration.appenders().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static FilterConfig filter(Configuration configuration, String name) {
        List<FilterConfig> filters = appender(configuration, name).filters();
        return filters.get(filters.size() - 1);
    }

    @Test
    void read_noDefault_namesTheFileOfTheOthersAndTells() {
        Configuration configuration = routing(routes("$${ctx:user}", "<Route>" + FILE + "</Route>"));

        assertThat(codes(configuration)).containsExactly(FindingCode.BAD_VALUE);
        assertThat(appender(configuration, "R: route of all others").destination())
                .isEqualTo(sifted("unknown", new DestinationConfig.File("logs/@sift@.log", true, null), 1_800_000));
    }

    @Test
    void read_fileWithoutTheValue_isOneFile() {
        Configuration configuration =
                routing(routes("$${ctx:user}", "<Route><File name='F' fileName='logs/all.log'/></Route>"));

        assertThat(configuration.findings()).isEmpty();
        assertThat(appender(configuration, "R: route of all others").destination())
                .isEqualTo(new DestinationConfig.File("logs/all.log", true, null));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            constant           | <Routes pattern='all'><Route key='x' ref='R'/><Route ref='ADMIN'/></Routes>
            resolved when read | <Routes pattern='${ctx:user:-nobody}'><Route ref='R'/><Route key='nobody' ref='ADMIN'/></Routes>
            no pattern         | <Routes><Route ref='ADMIN'/></Routes>
            a system property  | <Routes pattern='$${sys:node:-n0}'><Route key='n0' ref='ADMIN'/></Routes>
            """)
    void read_whatIsKnownWhenRead_choosesTheRoute(String what, String inside) {
        Configuration configuration = routing(inside.strip());

        assertThat(configuration.findings()).as(what).isEmpty();
        assertThat(configuration.root().appenders()).containsExactly("ADMIN", "ADMIN (2)");
    }

    @Test
    void read_property_isTheDefaultOfTheValue() {
        Configuration configuration = Reading.read(
                "<Configuration><Properties><Property name='user'>uncat</Property></Properties><Appenders><Routing name='R'>"
                        + routes("$${ctx:user}", "<Route>" + FILE + "</Route>")
                        + "</Routing></Appenders><Loggers><Root level='info'><AppenderRef ref='R'/></Root></Loggers></Configuration>");

        assertThat(configuration.findings()).isEmpty();
        assertThat(appender(configuration, "R: route of all others").destination())
                .isEqualTo(sifted("uncat", new DestinationConfig.File("logs/@sift@.log", true, null), 1_800_000));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            nothing                | ""
            no route for it        | <Routes pattern='all'><Route key='x' ref='ADMIN'/></Routes>
            another lookup         | <Routes pattern='$${map:a}'><Route ref='ADMIN'/></Routes>
            a date                 | <Routes pattern='$${date:HH}'><Route ref='ADMIN'/></Routes>
            a file for each marker | <Routes pattern='$${event:Marker}'><Route><File name='F' fileName='${event:Marker}.log'/></Route></Routes>
            more than the value    | <Routes pattern='x-$${ctx:user}'><Route ref='ADMIN'/></Routes>
            two values             | <Routes pattern='$${ctx:user}-$${ctx:b}'><Route ref='ADMIN'/></Routes>
            a script               | <Routes pattern='$${ctx:user}'><Script language='js'>x</Script><Route ref='ADMIN'/></Routes>
            no route               | <Routes pattern='$${ctx:user}'/>
            an empty route         | <Routes pattern='$${ctx:user}'><Route key='a'/></Routes>
            a route with two       | <Routes pattern='$${ctx:user}'><Route ref='ADMIN'><Console name='C'/></Route></Routes>
            asynchronous inside    | <Routes pattern='$${ctx:user}'><Route><Async name='A'/></Route></Routes>
            rolled into one        | <Routes pattern='$${ctx:user}'><Route><RollingFile name='F' fileName='${ctx:user}.log' filePattern='a-%i.log'><SizeBasedTriggeringPolicy/></RollingFile></Route></Routes>
            """)
    void read_whatCantBeUsed_writesNothingWithAFinding(String what, String inside) {
        Configuration configuration = routing(inside.strip());

        assertThat(codes(configuration)).as(what).contains(FindingCode.SIFTING_UNUSABLE);
        assertThat(configuration.findings())
                .filteredOn(finding -> finding.code() == FindingCode.SIFTING_UNUSABLE)
                .allSatisfy(finding -> assertThat(finding.line()).isEqualTo(2));
        assertThat(configuration.appenders()).extracting(AppenderConfig::name).containsExactly("ADMIN");
    }

    @Test
    void read_routesTwice_theFirstCounts() {
        Configuration configuration = routing(routes(
                "$${ctx:user}",
                "<Route key='a' ref='ADMIN'/><Route key='a' ref='NONE'/><Route ref='ADMIN'/><Route ref='NONE'/>"));

        assertThat(codes(configuration)).containsExactly(FindingCode.SIFTING_UNUSABLE, FindingCode.SIFTING_UNUSABLE);
    }

    @Test
    void contextFilter_valueMissing_isTheDefault() {
        FilterConfig.ContextFilter filter = new FilterConfig.ContextFilter("user", "x", true, Set.of("x", "y"), true);

        assertThat(filter.reply(null)).isEqualTo(FilterConfig.Reply.NEUTRAL);
        assertThat(filter.reply("y")).isEqualTo(FilterConfig.Reply.NEUTRAL);
        assertThat(filter.reply("z")).isEqualTo(FilterConfig.Reply.DENY);
    }
}
