package dev.tailrace;

import static dev.tailrace.Scenario.fileAppender;
import static dev.tailrace.Scenario.log;
import static dev.tailrace.Scenario.root;
import static dev.tailrace.Scenario.watched;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.capture.Capture;
import dev.tailrace.capture.ObservedEvent;
import dev.tailrace.runtime.ConfigurationWatch;
import dev.tailrace.spi.LogEvent;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventCaptureTest {
    private static final String PLAIN = fileAppender("app.log");

    @TempDir
    Path folder;

    private final List<ObservedEvent> seen = new CopyOnWriteArrayList<>();

    @Test
    void capture_seesBelowTheLevel_appendersDont() throws Exception {
        try (Scenario scenario = watched(folder, PLAIN + root("WARN"))) {
            Logger logger = Tailrace.logger("capture.deep");
            try (Capture capture = Tailrace.capture("capture", Level.DEBUG, seen::add)) {
                assertThat(capture).isNotNull();
                log("capture.deep", Level.TRACE, "too fine");
                log("capture.deep", Level.DEBUG, "fine");
                log("capture.deep", Level.WARN, "coarse");
                log("captured.not", Level.ERROR, "another");
            }
            assertThat(logger.isEnabled(Level.INFO.code())).isFalse();
            log("capture.deep", Level.WARN, "after");
            Tailrace.flush();

            assertThat(seen).extracting(ObservedEvent::text).containsExactly("fine", "coarse");
            assertThat(scenario.lines("app.log"))
                    .containsExactly(
                            "WARN capture.deep coarse", "ERROR captured.not another", "WARN capture.deep after");
        }
    }

    @Test
    void capture_hasAllThatWasLogged() throws Exception {
        try (Scenario scenario = watched(folder, PLAIN + root("INFO"));
                Capture capture = Tailrace.capture("ROOT", Level.INFO, seen::add)) {
            assertThat(capture).isNotNull();
            Exception thrown = new IllegalStateException("why");
            Logger logger = Tailrace.logger("capture.all");
            LogEvent event = logger.open(Level.ERROR.code(), EventCaptureTest.class.getName());
            event.context(Map.of("user", "ann"));
            event.addKeyValue("id", 4711L);
            logger.commit(event, "order {} of {}", new Object[] {4711L, null, thrown});
            logger.close(event);

            ObservedEvent one = seen.get(0);
            assertThat(one.text()).isEqualTo("order 4711 of null");
            assertThat(one.template()).isEqualTo("order {} of {}");
            assertThat(one.arguments()).containsExactly(4711L, null, thrown);
            assertThat(one.throwable()).isSameAs(thrown);
            assertThat(one.mdc()).isEqualTo(Map.of("user", "ann"));
            assertThat(one.keyValues()).isEqualTo(Map.of("id", 4711L));
            assertThat(one.level()).isEqualTo(Level.ERROR.code());
            assertThat(one.logger()).isEqualTo("capture.all");
            assertThat(one.thread()).isEqualTo(Thread.currentThread().getName());
            assertThat(scenario.errors()).doesNotContain("TR4005");
        }
    }

    @Test
    void capture_survivesAnotherConfiguration_andNeedsNoAppender() throws Exception {
        try (Scenario scenario = watched(folder, PLAIN + root("INFO"));
                Capture capture = Tailrace.capture("capture", Level.TRACE, seen::add)) {
            assertThat(capture).isNotNull();
            scenario.rewrite(PLAIN + "<root level='OFF'/>");
            assertThat(Tailrace.look()).isEqualTo(ConfigurationWatch.Outcome.USED);
            log("capture.none", Level.TRACE, "seen");

            assertThat(seen).extracting(ObservedEvent::text).containsExactly("seen");
        }
    }

    @Test
    void capture_observerThatThrows_leavesTheCallAlone() throws Exception {
        try (Scenario scenario = watched(folder, PLAIN + root("INFO"));
                Capture capture = Tailrace.capture("capture", Level.INFO, event -> {
                    throw new IllegalStateException("observer");
                })) {
            assertThat(capture).isNotNull();
            log("capture.throws", Level.INFO, "written");
            Tailrace.flush();

            assertThat(scenario.lines("app.log")).containsExactly("INFO capture.throws written");
        }
    }
}
