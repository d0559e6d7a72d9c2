package dev.tailrace.config.model;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.layout.TTLLLayout;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.joran.spi.JoranException;
import ch.qos.logback.core.rolling.FixedWindowRollingPolicy;
import ch.qos.logback.core.rolling.RollingFileAppender;
import ch.qos.logback.core.rolling.helper.FileNamePattern;
import ch.qos.logback.core.spi.ScanException;
import ch.qos.logback.core.util.FileSize;
import ch.qos.logback.core.util.OptionHelper;
import dev.tailrace.config.Reading;
import dev.tailrace.config.logback.RollingReader;
import dev.tailrace.config.logback.document.Variables;
import dev.tailrace.config.source.PropertySource;
import dev.tailrace.config.xml.FileNames;
import dev.tailrace.config.xml.Findings;
import dev.tailrace.config.xml.Values;
import dev.tailrace.destination.DestinationConfig;
import dev.tailrace.destination.Rolling;
import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.event.KeyValuePair;

/** What Tailrace makes of a configuration, beside what the real Logback makes of it. */
final class LogbackComparisonTest {
    @Test
    void defaultPattern_isLogbacksDefaultLayout() {
        LoggerContext context = new LoggerContext();
        TTLLLayout theirs = new TTLLLayout();
        theirs.setContext(context);
        theirs.start();
        PatternLayout ours = new PatternLayout();
        ours.setContext(context);
        ours.setPattern(Configuration.DEFAULT_PATTERN);
        ours.start();
        for (Level level : new Level[] {Level.INFO, Level.ERROR}) {
            LoggingEvent event = new LoggingEvent(
                    "x",
                    context.getLogger("com.example.shop.checkout.payment.PaymentService"),
                    level,
                    "m {}",
                    level == Level.ERROR ? new IllegalStateException("planted") : null,
                    new Object[] {1});
            assertThat(ours.doLayout(event)).isEqualTo(theirs.doLayout(event));
            event.addKeyValuePair(new KeyValuePair("k", "v"));
            assertThat(ours.doLayout(event)).isEqualTo(theirs.doLayout(event));
        }
    }

    @Test
    void levelsAndAdditivity_randomFiles_areTheSame() throws Exception {
        long seed = Long.getLong("tailrace.seed", System.nanoTime());
        System.out.println("levelsAndAdditivity_randomFiles_areTheSame: -Dtailrace.seed=" + seed);
        Random random = new Random(seed);
        for (int i = 0; i < 80; i++) {
            String xml = randomLoggers(random);
            Configuration ours = Reading.read(xml);
            LoggerContext theirs = logback(xml);

            assertThat(ours.root().level())
                    .describedAs(xml)
                    .isEqualTo(threshold(theirs.getLogger("ROOT").getLevel()));
            for (LoggerConfig logger : ours.loggers()) {
                var their = theirs.getLogger(logger.name());
                assertThat(Optional.ofNullable(logger.level()))
                        .describedAs(xml)
                        .isEqualTo(Optional.ofNullable(their.getLevel()).map(LogbackComparisonTest::threshold));
                assertThat(logger.additive()).describedAs(xml).isEqualTo(their.isAdditive());
                List<String> names = new ArrayList<>();
                their.iteratorForAppenders().forEachRemaining(appender -> names.add(appender.getName()));
                assertThat(logger.appenders()).describedAs(xml).containsExactlyElementsOf(names);
            }
            theirs.stop();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "x",
                "${a}",
                "${b}",
                "${${n}}",
                "${zz}",
                "${zz:-d}",
                "${zz:-}",
                "${zz:-${a}}",
                "${zz:-${yy:-q}}",
                "${empty}",
                "${empty:-e}",
                "$a",
                "$",
                "{a}",
                "${a:b}",
                "\\${a}",
                "${ a }",
                "${zz:-{x}}",
                "{${a}}",
                "${zz${a}:-k}",
                "$${a}",
                "$$${a}",
                "${a}${a}",
                "${zz:- d }",
                "%d{${a}}",
                "%X{a:-b} x",
                "%X{a:-b} ${zz:-d}",
                "${zz:-%X{a:-b}}",
                "%replace(%msg){'[{}]',''}",
                "a$b${a}$"
            })
    void substitution_sameText_sameResult(String text) throws Exception {
        LoggerContext context = new LoggerContext();
        Variables ours = new Variables(new Reading(), new Findings(null));
        String[][] defined = {{"a", "1"}, {"b", "${a}"}, {"n", "a"}, {"empty", ""}};
        for (String[] pair : defined) {
            context.putProperty(pair[0], pair[1]);
            ours.define(pair[0], pair[1]);
        }

        assertThat(ours.resolve(text, 1)).isEqualTo(OptionHelper.substVars(text, context));
    }

    /** What Logback 1.6 doesn't replace any more because of a brace too many ends there, as in 1.5. */
    @Test
    void substitution_randomTexts_sameResult() {
        long seed = Long.getLong("tailrace.seed", System.nanoTime());
        System.out.println("substitution_randomTexts_sameResult: -Dtailrace.seed=" + seed);
        Random random = new Random(seed);
        String[] parts = {"${", "}", "{", ":-", ":", "-", "$", "a", "b", "c", "d", "e", "x", "${a}", "${x:-", " "};
        String[][] defined = {{"a", "A"}, {"b", "x{y}"}, {"c", "${a}$"}, {"d", "{q"}, {"e", "m:-n"}};
        LoggerContext context = new LoggerContext();
        int replaced = 0;
        for (int i = 0; i < 3_000; i++) {
            Variables ours = new Variables(new Reading(), new Findings(null));
            for (String[] pair : defined) {
                context.putProperty(pair[0], pair[1]);
                ours.define(pair[0], pair[1]);
            }
            StringBuilder text = new StringBuilder();
            for (int n = random.nextInt(7); n >= 0; n--) {
                text.append(parts[random.nextInt(parts.length)]);
            }
            String given = text.toString();
            try {
                String theirs = OptionHelper.substVars(given, context);
                assertThat(ours.resolve(given, 1)).as(given).isEqualTo(theirs);
                replaced += theirs.equals(given) ? 0 : 1;
            } catch (ScanException | IllegalArgumentException e) {
                String result = ours.resolve(given, 1);
                assertThat(result.equals(given) || given.contains("}"))
                        .as(given)
                        .isTrue();
            }
        }
        assertThat(replaced).isGreaterThan(300);
    }

    @Test
    void substitution_order_isTheFileThenSystemThenEnvironment() throws Exception {
        String known = System.getenv().keySet().stream()
                .filter(name -> name.matches("\\w+") && !name.equals("HOSTNAME"))
                .findFirst()
                .orElseThrow();
        for (String text : new String[] {"${java.version}", "${" + known + "}"}) {
            Variables ours = new Variables(PropertySource.ofProcess(), new Findings(null));
            assertThat(ours.resolve(text, 1)).isEqualTo(OptionHelper.substVars(text, new LoggerContext()));
        }
        LoggerContext context = new LoggerContext();
        context.putProperty("java.version", "own");
        Variables ours = new Variables(PropertySource.ofProcess(), new Findings(null));
        ours.define("java.version", "own");
        assertThat(ours.resolve("${java.version}", 1))
                .isEqualTo(OptionHelper.substVars("${java.version}", context))
                .isEqualTo("own");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "10", "10KB", "10 kb", "5 GBs", "1.5MB", "-1", "MB", "10 B", "10k", "10MBS", "", "0", "7\tgb", "1 000"
            })
    void fileSize_sameText_sameBytes(String text) {
        OptionalLong theirs;
        try {
            theirs = OptionalLong.of(FileSize.valueOf(text).getSize());
        } catch (IllegalArgumentException e) {
            theirs = OptionalLong.empty();
        }

        assertThat(Values.size(text)).isEqualTo(theirs);
    }

    @ParameterizedTest
    @CsvSource({"1, 7", "0, 20", "0, 21", "1, 21", "1, 50", "5, 2", "5, 5", "30, 90"})
    void fixedWindow_sameIndexes_sameWindow(int min, int max, @TempDir Path folder) throws Exception {
        String xml = "<configuration><appender name='A' class='ch.qos.logback.core.rolling.RollingFileAppender'><file>"
                + folder + "/a.log</file><rollingPolicy class='ch.qos.logback.core.rolling.FixedWindowRollingPolicy'>"
                + "<fileNamePattern>" + folder + "/a.%i</fileNamePattern><minIndex>" + min + "</minIndex><maxIndex>"
                + max
                + "</maxIndex></rollingPolicy><triggeringPolicy"
                + " class='ch.qos.logback.core.rolling.SizeBasedTriggeringPolicy'/><encoder><pattern>%m</pattern></encoder></appender><root"
                + " level='INFO'><appender-ref ref='A'/></root></configuration>";
        LoggerContext context = logback(xml);
        var appender = (RollingFileAppender<?>) context.getLogger("ROOT").getAppender("A");
        var theirs = (FixedWindowRollingPolicy) appender.getRollingPolicy();
        DestinationConfig.File file =
                (DestinationConfig.File) Reading.read(xml).appenders().get(0).destination();

        assertThat(file.rolling())
                .isEqualTo(new Rolling.FixedWindow(
                        folder + "/a.%i", theirs.getMinIndex(), theirs.getMaxIndex(), RollingReader.DEFAULT_FILE_SIZE));
        context.stop();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a.%i",
                "a.%d",
                "a",
                "%d{yyyy, aux}/a.%i",
                "a.%d{HH, UTC}.%i.gz",
                "a%d{yyyy-MM-dd}_%i.log",
                "a.%i_old"
            })
    void fileNamePattern_sameTokens(String pattern) {
        FileNamePattern theirs = new FileNamePattern(pattern, new LoggerContext());

        assertThat(FileNames.hasIndex(pattern)).isEqualTo(theirs.getIntegerTokenConverter() != null);
        assertThat(FileNames.hasDate(pattern)).isEqualTo(theirs.getPrimaryDateTokenConverter() != null);
    }

    private static String randomLoggers(Random random) {
        String[] levels = {
            "TRACE", "debug", "Info", "WARN", "error", "OFF", "ALL", "inherited", "NULL", "loud", " warn ", ""
        };
        String[] additivities = {"true", "false", "FALSE", " false ", "no", ""};
        StringBuilder xml = new StringBuilder("<configuration>");
        for (String name : new String[] {"A", "B"}) {
            xml.append("<appender name='").append(name).append("' class='ch.qos.logback.core.ConsoleAppender'>");
            xml.append("<encoder><pattern>%m</pattern></encoder></appender>");
        }
        int count = random.nextInt(6);
        for (int i = 0; i < count; i++) {
            xml.append("<logger name='x").append(".y".repeat(random.nextInt(3))).append('\'');
            if (random.nextBoolean()) {
                xml.append(" level='")
                        .append(levels[random.nextInt(levels.length)])
                        .append('\'');
            }
            if (random.nextBoolean()) {
                xml.append(" additivity='")
                        .append(additivities[random.nextInt(additivities.length)])
                        .append('\'');
            }
            xml.append('>');
            if (random.nextBoolean()) {
                xml.append("<level value='")
                        .append(random.nextBoolean() ? "WARN" : "NULL")
                        .append("'/>");
            }
            for (int k = random.nextInt(3); k > 0; k--) {
                xml.append("<appender-ref ref='")
                        .append((char) ('A' + random.nextInt(3)))
                        .append("'/>");
            }
            xml.append("</logger>");
        }
        xml.append("<root level='")
                .append(levels[random.nextInt(levels.length)])
                .append("'/>");
        return xml.append("</configuration>").toString();
    }

    private static LoggerContext logback(String xml) throws JoranException {
        LoggerContext context = new LoggerContext();
        JoranConfigurator configurator = new JoranConfigurator();
        configurator.setContext(context);
        configurator.doConfigure(new ByteArrayInputStream(xml.getBytes(UTF_8)));
        return context;
    }

    private static Threshold threshold(Level level) {
        return Threshold.valueOf(level.toString());
    }
}
