package dev.tailrace.config.log4j;

import static dev.tailrace.config.Reading.codes;
import static dev.tailrace.config.Reading.only;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.config.ConfigurationReader;
import dev.tailrace.config.Reading;
import dev.tailrace.config.model.Configuration;
import dev.tailrace.finding.FindingCode;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class Log4jPropertiesTest {
    private static final String CONSOLE = """
            appender.c.type = Console
            appender.c.name = C
            appender.c.layout.type = PatternLayout
            appender.c.layout.pattern = %m%n
            rootLogger.level = info
            rootLogger.appenderRef.c.ref = C
            """;

    private static Configuration read(String text) {
        return ConfigurationReader.read(
                new ByteArrayInputStream(text.getBytes(StandardCharsets.ISO_8859_1)),
                "conf/shop.properties",
                new Reading());
    }

    @Test
    void read_listsOfReferences_areAcceptedAsInLog4j() {
        String logger = "logger.x.name = x\nlogger.x.appenderRefs = c\nlogger.x.appenderRef.c.ref = C\n";
        assertThat(read(CONSOLE + "rootLogger.appenderRefs = c\n" + logger).findings())
                .isEmpty();
    }

    @Test
    void read_eachPart_isWhatTheSameIsAsXml() {
        Configuration properties = read("""
                # A comment \\
                monitorInterval = 0
                property.dir = logs
                filter.t.type = ThresholdFilter
                filter.t.level = debug
                appender.r.type = RollingFile
                appender.r.name = R
                appender.r.fileName = ${dir}/a.log
                appender.r.filePattern = ${dir}/a-%d{yyyy-MM-dd}-%i.log
                appender.r.layout.type = PatternLayout
                appender.r.layout.pattern = %d \\
                    %m%n
                appender.r.policies.type = Policies
                appender.r.policies.t.type = TimeBasedTriggeringPolicy
                appender.r.policies.s.type = SizeBasedTriggeringPolicy
                appender.r.policies.s.size = 1 KB
                appender.r.strategy.type = DefaultRolloverStrategy
                appender.r.strategy.max = 9
                appender.r.strategy.delete.type = Delete
                appender.r.strategy.delete.basePath = ${dir}
                appender.r.strategy.delete.if.type = IfFileName
                appender.r.strategy.delete.if.glob = a-*
                appender.r.strategy.delete.if.age.type = IfLastModified
                appender.r.strategy.delete.if.age.age = 3d
                logger.x.name = com.x
                logger.x.level = trace
                logger.x.additivity = false
                logger.x.appenderRef.1.ref = R
                logger.x.appenderRef.1.level = warn
                rootLogger = error, R
                """);
        Configuration xml = Reading.read("""
                <Configuration monitorInterval='0'><Properties><Property name='dir'>logs</Property></Properties>
                <ThresholdFilter level='debug'/><Appenders><RollingFile name='R' fileName='${dir}/a.log'
                filePattern='${dir}/a-%d{yyyy-MM-dd}-%i.log'><PatternLayout pattern='%d %m%n'/><Policies>
                <TimeBasedTriggeringPolicy/><SizeBasedTriggeringPolicy size='1 KB'/></Policies>
                <DefaultRolloverStrategy max='9'><Delete basePath='${dir}'><IfFileName glob='a-*'><IfLastModified age='3d'/>
                </IfFileName></Delete></DefaultRolloverStrategy></RollingFile></Appenders><Loggers>
                <Logger name='com.x' level='trace' additivity='false'><AppenderRef ref='R' level='warn'/></Logger>
                <Root level='error'><AppenderRef ref='R'/></Root></Loggers></Configuration>""");

        assertThat(properties.findings()).isEmpty();
        assertThat(xml.findings()).isEmpty();
        assertThat(properties.appenders())
                .usingRecursiveComparison()
                .ignoringFields("line", "layout.line")
                .isEqualTo(xml.appenders());
        assertThat(properties.root())
                .usingRecursiveComparison()
                .ignoringFields("line")
                .isEqualTo(xml.root());
        assertThat(properties.loggers())
                .usingRecursiveComparison()
                .ignoringFields("line")
                .isEqualTo(xml.loggers());
        assertThat(properties.source()).isEqualTo("conf/shop.properties");
    }

    @ParameterizedTest
    @CsvSource({
        "appender.d.name = D, MISSING_ATTRIBUTE",
        "appender.d.type = File, MISSING_ATTRIBUTE",
        "appender.c.filter.x.level = info, MISSING_ATTRIBUTE",
        "appender.c.layout.more.key = x, MISSING_ATTRIBUTE",
        "appender.c.colour = red, UNKNOWN_ATTRIBUTE",
        "appender.d = File, UNKNOWN_OPTION",
        "rootLogger.appenderRef.x.level = info, MISSING_ATTRIBUTE",
        "rootLogger.type = Own, MISSING_ATTRIBUTE",
        "'rootLogger = info, C', LOGGER_DEFINED_TWICE",
        "logger.x.level = info, MISSING_ATTRIBUTE",
        "'appenders = c, d', MISSING_ATTRIBUTE",
        "log4j.rootLogger = info, MISSING_ATTRIBUTE",
        "colour = red, UNKNOWN_ATTRIBUTE",
        "script.x.type = Script, NOT_SUPPORTED",
        "customLevel.NOTICE = 350, NOT_SUPPORTED",
        "appender.c.layout.\\u00zz = x, BAD_VALUE",
    })
    void read_whatIsNotUnderstood_isAFindingWithItsLine(String line, FindingCode code) {
        Configuration configuration = read(CONSOLE + "# more\n" + line.replace("\\\\", "\\") + "\n");

        assertThat(codes(configuration)).contains(code);
        assertThat(configuration.findings())
                .allSatisfy(each -> assertThat(each.file()).isEqualTo("conf/shop.properties"));
        assertThat(configuration.findings().get(0).line()).isIn(1, 5, 6, 8);
        assertThat(configuration.appenders()).isNotEmpty();
    }

    @Test
    void read_appendersThatTheListDoesNotName_areNoOnes() {
        Configuration configuration = read("appenders = c\n" + CONSOLE + "appender.d.type = File\n");

        assertThat(only(configuration).code()).isEqualTo(FindingCode.UNKNOWN_OPTION);
        assertThat(only(configuration).line()).isEqualTo(8);
        assertThat(only(configuration).cause()).contains("appender.d.type");
    }

    @ParameterizedTest
    @CsvSource({
        "log4j2.yaml, Configuration:, YAML",
        "conf/logging.yml, 'status: x', YAML",
        "x.json, {}, JSON",
        "any, '{\"configuration\": {}}', JSON",
        "any, 'Configuration:', YAML",
        "logback.groovy, appender(), Groovy",
        "log4j.properties, 'log4j.rootLogger=INFO, A', Log4j 1",
        "logging.properties, '.level=INFO', java.util.logging",
        "app.properties, a=b, none",
        "log4j2.properties, '', none",
    })
    void read_whatIsNotRead_isNamedByWhatItIs(String name, String text, String called) {
        Configuration configuration = ConfigurationReader.read(
                new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), name, new Reading());

        assertThat(codes(configuration)).containsExactly(FindingCode.FORMAT_NOT_READ);
        assertThat(only(configuration).cause()).contains(called);
        assertThat(only(configuration).remedy()).isNotEmpty();
    }

    @Test
    void read_aNameThatMisleads_isReadByWhatIsInIt() {
        String xml = "<Configuration><Appenders><Console name='C'/></Appenders><Loggers><Root level='warn'>"
                + "<AppenderRef ref='C'/></Root></Loggers></Configuration>";
        for (String[] each : new String[][] {{"log4j2.yaml", xml}, {"any", CONSOLE}, {"log4j2.conf", CONSOLE}}) {
            Configuration configuration = ConfigurationReader.read(
                    new ByteArrayInputStream(each[1].getBytes(StandardCharsets.UTF_8)), each[0], new Reading());

            assertThat(configuration.findings()).isEmpty();
            assertThat(configuration.root().appenders()).isEqualTo(List.of("C"));
        }
    }
}
