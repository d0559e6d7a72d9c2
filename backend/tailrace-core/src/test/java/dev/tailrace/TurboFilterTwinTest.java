package dev.tailrace;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import dev.tailrace.config.model.FilterConfig.Reply;
import dev.tailrace.config.model.Threshold;
import dev.tailrace.config.model.TurboFilterConfig;
import dev.tailrace.logging.TurboFilters;
import dev.tailrace.spi.MarkerReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.MDC;
import org.slf4j.Marker;
import org.slf4j.helpers.BasicMarkerFactory;
import org.slf4j.spi.LocationAwareLogger;

/** Turbo filters decide of each call as Logback's do. */
class TurboFilterTwinTest {
    private static final int CALLS = 4_000;
    private static final String CLASSES = "class='ch.qos.logback.classic.turbo.";
    private static final int[] LEVELS = {0, 10, 20, 30, 40};
    private static final String[] LOGGERS = {"a", "a.b", "a.b.c", "z"};
    private static final @Nullable String[] USERS = {null, "ann", "bob", ""};

    @TempDir
    Path folder;

    /** Counts what reaches it. */
    private static final class Counting extends AppenderBase<ILoggingEvent> {
        private int count;

        @Override
        protected void append(ILoggingEvent event) {
            count++;
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "<turboFilter CLASSDuplicateMessageFilter'/>",
                "<turboFilter CLASSDuplicateMessageFilter'><allowedRepetitions>0</allowedRepetitions>"
                        + "<cacheSize>3</cacheSize></turboFilter>",
                "<turboFilter CLASSDuplicateMessageFilter'><AllowedRepetitions>2</AllowedRepetitions>"
                        + "<CacheSize>1</CacheSize></turboFilter>",
                "<turboFilter CLASSDuplicateMessageFilter'><allowedRepetitions>-1</allowedRepetitions></turboFilter>",
                "<turboFilter CLASSMDCFilter'><MDCKey>user</MDCKey><Value>ann</Value><OnMatch>ACCEPT</OnMatch>"
                        + "</turboFilter>",
                "<turboFilter CLASSMDCFilter'><MDCKey>user</MDCKey><Value>ann</Value><OnMatch>NEUTRAL</OnMatch>"
                        + "<OnMismatch>DENY</OnMismatch></turboFilter>",
                "<turboFilter CLASSMDCFilter'><MDCKey>user</MDCKey><Value>ann</Value><OnMatch>accept</OnMatch>"
                        + "</turboFilter>",
                "<turboFilter CLASSMDCFilter'><MDCKey>user</MDCKey><OnMismatch>DENY</OnMismatch></turboFilter>",
                "<turboFilter CLASSMDCFilter'><Value>ann</Value><OnMismatch>DENY</OnMismatch></turboFilter>",
                "<turboFilter CLASSMarkerFilter'><Marker>SALE</Marker><OnMatch>ACCEPT</OnMatch></turboFilter>",
                "<turboFilter CLASSMarkerFilter'><Marker>SALE</Marker><OnMatch>DENY</OnMatch></turboFilter>",
                "<turboFilter CLASSMarkerFilter'><Marker>SALE</Marker><OnMismatch>DENY</OnMismatch></turboFilter>",
                "<turboFilter CLASSMarkerFilter'><OnMismatch>DENY</OnMismatch></turboFilter>",
                "<turboFilter CLASSDynamicThresholdFilter'><Key>user</Key></turboFilter>",
                "<turboFilter CLASSDynamicThresholdFilter'><Key>user</Key><DefaultThreshold>INFO</DefaultThreshold>"
                        + "<OnHigherOrEqual>ACCEPT</OnHigherOrEqual><OnLower>NEUTRAL</OnLower>"
                        + "<MDCValueLevelPair><value>ann</value><level>TRACE</level></MDCValueLevelPair>"
                        + "<MDCValueLevelPair><value>bob</value><level>OFF</level></MDCValueLevelPair>"
                        + "<MDCValueLevelPair><value>bob</value><level>ALL</level></MDCValueLevelPair>"
                        + "</turboFilter>",
                "<turboFilter CLASSDynamicThresholdFilter'><Key>user</Key><OnHigherOrEqual>ACCEPT</OnHigherOrEqual>"
                        + "<MDCValueLevelPair><value>ann</value><level>DEBUG</level></MDCValueLevelPair>"
                        + "</turboFilter><turboFilter CLASSDuplicateMessageFilter'/>",
                "<turboFilter CLASSDuplicateMessageFilter'><allowedRepetitions>1</allowedRepetitions>"
                        + "<cacheSize>5</cacheSize></turboFilter>"
                        + "<turboFilter CLASSMarkerFilter'><Marker>SALE</Marker><OnMatch>ACCEPT</OnMatch></turboFilter>"
                        + "<turboFilter CLASSMDCFilter'><MDCKey>user</MDCKey><Value>bob</Value>"
                        + "<OnMatch>DENY</OnMatch></turboFilter>",
                "<turboFilter CLASSReconfigureOnChangeFilter'/>",
            })
    void decide_anyCall_asLogback(String filters) throws Exception {
        long seed = Long.getLong("tailrace.seed", System.nanoTime());
        System.out.println(getClass().getSimpleName() + ": -Dtailrace.seed=" + seed);
        Random random = new Random(seed);
        String body = filters.replace("CLASS", CLASSES)
                + "<logger name='a.b' level='DEBUG'/><logger name='a.b.c' level='OFF'/>";
        LoggerContext context = new LoggerContext();
        Counting counting = theirs(context, body);
        BasicMarkerFactory markers = new BasicMarkerFactory();
        Marker sale = markers.getMarker("SALE");
        Marker summer = markers.getMarker("SUMMER");
        summer.add(sale);
        @Nullable Marker[] choice = {null, sale, summer, markers.getMarker("OTHER")};
        try (Scenario scenario = Scenario.of(folder, body + Scenario.fileAppender("app.log") + Scenario.root("WARN"))) {
            for (int i = 0; i < CALLS; i++) {
                String name = LOGGERS[random.nextInt(LOGGERS.length)];
                int level = LEVELS[random.nextInt(LEVELS.length)];
                Marker marker = choice[random.nextInt(choice.length)];
                String user = USERS[random.nextInt(USERS.length)];
                String format = random.nextInt(20) == 0 ? null : "message " + (int) Math.abs(random.nextGaussian() * 4);
                Map<String, String> mdc = new HashMap<>();
                MDC.clear();
                if (user != null) {
                    mdc.put("user", user);
                    MDC.put("user", user);
                }
                Logger ours = Tailrace.logger(name);
                ch.qos.logback.classic.Logger theirs = context.getLogger(name);
                String what = i + ": " + name + " " + level + " " + marker + " " + user + " " + format;
                boolean enabled = ours.isEnabled(level)
                        && (!ours.isFiltered() || ours.passes(level, marker, JsonLog.READER, null, null, mdc));
                assertThat(enabled).as(what).isEqualTo(isEnabled(theirs, level, marker));
                int before = counting.count;
                theirs.log(marker, "x", locationAware(level), format, null, null);
                boolean logged = ours.isEnabled(level)
                        && (!ours.isFiltered() || ours.passes(level, marker, JsonLog.READER, format, null, mdc));
                assertThat(logged).as(what).isEqualTo(counting.count > before);
            }
            assertThat(scenario.lines("app.log")).isEmpty();
        } finally {
            MDC.clear();
            context.stop();
        }
    }

    private Counting theirs(LoggerContext context, String body) throws Exception {
        Path file = Files.writeString(
                folder.resolve("logback.xml"),
                "<configuration>" + body + "<root level='WARN'/></configuration>",
                StandardCharsets.UTF_8);
        JoranConfigurator configurator = new JoranConfigurator();
        configurator.setContext(context);
        configurator.doConfigure(file.toFile());
        Counting counting = new Counting();
        counting.setContext(context);
        counting.start();
        context.getLogger("ROOT").addAppender(counting);
        return counting;
    }

    private static int locationAware(int level) {
        return new int[] {
                    LocationAwareLogger.TRACE_INT,
                    LocationAwareLogger.DEBUG_INT,
                    LocationAwareLogger.INFO_INT,
                    LocationAwareLogger.WARN_INT,
                    LocationAwareLogger.ERROR_INT
                }
                [level / 10];
    }

    private static boolean isEnabled(ch.qos.logback.classic.Logger logger, int level, @Nullable Marker marker) {
        return switch (level) {
            case 0 -> logger.isTraceEnabled(marker);
            case 10 -> logger.isDebugEnabled(marker);
            case 20 -> logger.isInfoEnabled(marker);
            case 30 -> logger.isWarnEnabled(marker);
            default -> logger.isErrorEnabled(marker);
        };
    }

    @Test
    void reload_filtersComeAndGo_levelsHoldAgain() throws Exception {
        String plain = Scenario.fileAppender("app.log") + Scenario.root("WARN");
        String deny = "<turboFilter " + CLASSES + "MDCFilter'><MDCKey>user</MDCKey><Value>ann</Value>"
                + "<OnMatch>ACCEPT</OnMatch><OnMismatch>NEUTRAL</OnMismatch></turboFilter>";
        try (Scenario scenario = Scenario.watched(folder, plain)) {
            Logger logger = Tailrace.logger("come.and.go");
            assertThat(logger.isFiltered()).isFalse();
            assertThat(logger.isEnabled(20)).isFalse();
            scenario.rewrite(deny + plain);
            Tailrace.look();
            assertThat(logger.isEnabled(20)).isTrue();
            assertThat(logger.passes(20, null, MarkerReader.PLAIN, "x", null, Map.of("user", "ann")))
                    .isTrue();
            assertThat(logger.passes(20, null, MarkerReader.PLAIN, "x", null, Map.of("user", "bob")))
                    .isFalse();
            assertThat(logger.passes(30, null, MarkerReader.PLAIN, "x", null, null))
                    .isTrue();
            scenario.rewrite(plain);
            Tailrace.look();
            assertThat(logger.isEnabled(20)).isFalse();
            assertThat(logger.isEnabled(30)).isTrue();
            assertThat(logger.passes(20, null, MarkerReader.PLAIN, "x", null, Map.of("user", "ann")))
                    .as("of a call that was let pass before")
                    .isFalse();
        }
    }

    @Test
    void decide_aMillionCalls_makesNoGarbage() {
        TurboFilters filters = new TurboFilters(List.of(
                new TurboFilterConfig.HasMarker("SALE", Reply.ACCEPT, Reply.NEUTRAL),
                new TurboFilterConfig.ContextValue("user", "eve", Reply.DENY, Reply.NEUTRAL),
                new TurboFilterConfig.ContextLevel(
                        "user", Map.of("ann", Threshold.TRACE), Threshold.ERROR, Reply.NEUTRAL, Reply.DENY),
                new TurboFilterConfig.Duplicates(5, 50)));
        Map<String, String> mdc = new HashMap<>(Map.of("user", "ann"));
        String[] messages = new String[100];
        for (int i = 0; i < messages.length; i++) {
            messages[i] = "message " + i;
        }
        Object marker = new BasicMarkerFactory().getMarker("OTHER");
        com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 3; round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < 1_000_000; i++) {
                filters.decide(20, marker, JsonLog.READER, messages[i * 7 % 100], null, mdc);
            }
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        assertThat(least).isLessThan(10_000);
    }
}
