package dev.tailrace.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.tailrace.config.ConfigurationReader;
import dev.tailrace.config.source.PropertySource;
import dev.tailrace.logging.Appender;
import dev.tailrace.logging.LoggerTree;
import dev.tailrace.logging.TurboFilters;
import dev.tailrace.runtime.ConfigurationWatch.Outcome;
import dev.tailrace.runtime.Lifecycle.State;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Walks through the table of states and events, each with an engine of its own. */
class LifecycleTest {
    /** The next state; {@code =}: the event does nothing, or is refused, and the engine stays the same one, or none. */
    private static final String TABLE = """
                      LOGGER  LOG_CALL NEED    SHUTDOWN EXIT    RELOAD  MUTE  CONFIGURE RELEASE GIVE_UP GONE
            NEW       RUNNING RUNNING  RUNNING =        =       =       MUTED RUNNING   =       MUTED   =
            DEFERRED  =       RUNNING  RUNNING =        =       =       MUTED RUNNING   =       MUTED   =
            RUNNING   =       =        =       STOPPED  EXITING RUNNING MUTED RUNNING   =       MUTED   CLOSED
            EXITING   =       =        =       STOPPED  =       =       MUTED EXITING   =       MUTED   =
            MUTED     =       =        =       =        =       =       =     RUNNING   STOPPED =       =
            MUTED_RUN =       =        =       MUTED    =       MUTED   =     RUNNING   RUNNING MUTED   MUTED
            MUTED_DEF =       =        =       =        =       =       =     RUNNING   DEFERRED =      =
            STOPPED   RUNNING RUNNING  RUNNING =        =       =       MUTED RUNNING   =       MUTED   =
            STOPPED_X EXITING EXITING  EXITING =        =       =       MUTED EXITING   =       MUTED   =
            CLOSED    =       =        =       =        =       =       MUTED CLOSED    =       MUTED   =
            """;

    private static final PropertySource OUTSIDE = PropertySource.ofProcess();

    @TempDir
    Path folder;

    private final List<Lifecycle> lives = new ArrayList<>();
    private int written;

    /** Finds a framework's resource, unless it has none, and refuses everything once it is closed. */
    private static final class Loader extends ClassLoader {
        private final boolean framework;
        private volatile boolean closed;
        private @Nullable Runnable whileStarting;

        Loader(boolean framework) {
            super(LifecycleTest.class.getClassLoader());
            this.framework = framework;
        }

        @Override
        public @Nullable URL getResource(String name) {
            if (closed) {
                throw new IllegalStateException("closed");
            }
            Runnable task = whileStarting;
            whileStarting = null;
            if (task != null) {
                task.run();
            }
            return super.getResource(name);
        }

        @Override
        public @Nullable InputStream getResourceAsStream(String name) {
            return framework && name.equals(Lifecycle.DEFERRED_START)
                    ? new ByteArrayInputStream("framework.\n".getBytes(StandardCharsets.UTF_8))
                    : null;
        }
    }

    /** Loggers that are only names. */
    private static final class Names implements LoggerTree.Connector<StringBuilder> {
        @Override
        public StringBuilder create(String name, int id) {
            return new StringBuilder();
        }

        @Override
        public boolean isConnected(StringBuilder logger) {
            return logger.length() != 0;
        }

        @Override
        public void connect(StringBuilder logger, int level, Appender[] to, TurboFilters filters, boolean observed) {
            logger.setLength(0);
            logger.append("connected ").append(level);
        }

        @Override
        public void disconnect(StringBuilder logger) {
            logger.setLength(0);
        }

        @Override
        public void defer(StringBuilder logger) {
            logger.setLength(0);
        }

        @Override
        public void report(
                StringBuilder logger,
                Appender[] to,
                String callerBoundary,
                String message,
                @Nullable Object... arguments) {
            throw new AssertionError("no level is set");
        }
    }

    @BeforeEach
    void configure() throws IOException {
        rewrite();
        System.setProperty("tailrace.config", folder.resolve("tailrace.xml").toString());
    }

    @AfterEach
    void end() {
        lives.forEach(Lifecycle::shutdown);
        System.clearProperty("tailrace.config");
    }

    private void rewrite() throws IOException {
        String text = "<configuration scan='true' scanPeriod='1 hour'><!-- " + written++ + " --></configuration>";
        Files.writeString(folder.resolve("tailrace.xml"), text);
    }

    /** The logger of the last life, and at which level it is connected. */
    private StringBuilder logger = new StringBuilder();

    private Lifecycle life(Loader loader) {
        LoggerTree<StringBuilder> tree = new LoggerTree<>(new Names());
        logger = tree.logger("a");
        Lifecycle life = new Lifecycle(loader, tree);
        lives.add(life);
        return life;
    }

    @TestFactory
    List<DynamicTest> each_eventInEachState_leadsToTheStateOfTheTable() {
        List<String> lines = TABLE.lines().toList();
        String[] events = lines.get(0).trim().split(" +", -1);
        List<DynamicTest> tests = new ArrayList<>();
        for (String line : lines.subList(1, lines.size())) {
            String[] cells = line.split(" +", -1);
            for (int i = 0; i < events.length; i++) {
                String event = events[i];
                String expected = cells[i + 1];
                tests.add(DynamicTest.dynamicTest(cells[0] + " " + event, () -> check(cells[0], event, expected)));
            }
        }
        assertThat(tests).hasSize(10 * events.length);
        return tests;
    }

    private void check(String start, String event, String expected) throws Exception {
        Loader loader = new Loader(start.equals("DEFERRED") || start.equals("MUTED_DEF"));
        Lifecycle life = life(loader);
        bring(life, loader, start);
        State before = life.state();
        assertThat(before.name()).isEqualTo(start.replaceAll("_.*", ""));
        Engine engine = life.engine();

        raise(life, loader, event, expected);

        if (expected.equals("=")) {
            assertThat(life.state()).isEqualTo(before);
            assertThat(life.engine()).isSameAs(engine);
        } else {
            assertThat(life.state()).isEqualTo(State.valueOf(expected));
        }
        State after = life.state();
        if (after == State.MUTED) {
            assertThat(logger.toString()).as("at no level").isIn("", "connected " + Integer.MAX_VALUE);
        }
        assertThat(life.engine() != null)
                .as("an engine")
                .isEqualTo(after == State.RUNNING
                        || after == State.EXITING
                        || (after == State.MUTED
                                && engine != null
                                && !List.of("SHUTDOWN", "GIVE_UP", "GONE").contains(event)));
        life.shutdown();
    }

    private static void bring(Lifecycle life, Loader loader, String state) {
        if (List.of("NEW", "MUTED").contains(state)) {
            if (state.equals("MUTED")) {
                life.mute();
            }
            return;
        }
        if (state.equals("MUTED_DEF")) {
            life.wake();
            life.mute();
            return;
        }
        assertThat(life.wake()).isEqualTo(!state.equals("DEFERRED"));
        switch (state) {
            case "EXITING" -> life.onExit();
            case "MUTED_RUN" -> life.mute();
            case "STOPPED" -> life.shutdown();
            case "STOPPED_X" -> {
                life.onExit();
                life.shutdown();
            }
            case "CLOSED" -> close(life, loader, true);
            default -> assertThat(List.of("DEFERRED", "RUNNING")).contains(state);
        }
    }

    /** The watch asks once a second. */
    private static void close(Lifecycle life, Loader loader, boolean ends) {
        loader.closed = true;
        Duration most = Duration.ofSeconds(ends ? 30 : 2);
        if (ends) {
            await().atMost(most).until(() -> life.engine() == null);
        } else if (life.engine() != null) {
            await().during(Duration.ofMillis(1_500)).atMost(most).until(() -> life.engine() != null);
        }
    }

    private void raise(Lifecycle life, Loader loader, String event, String expected) throws Exception {
        switch (event) {
            case "LOGGER" -> life.wake();
            case "LOG_CALL" -> life.reconnect("a");
            case "NEED" -> life.ensureStarted();
            case "SHUTDOWN" -> life.shutdown();
            case "EXIT" -> life.onExit();
            case "RELOAD" -> {
                rewrite();
                assertThat(life.look()).isEqualTo(expected.equals("=") ? Outcome.OVER : Outcome.USED);
            }
            case "MUTE" -> life.mute();
            case "CONFIGURE" ->
                life.configure(new Lifecycle.Given(
                        ConfigurationReader.read(folder.resolve("tailrace.xml"), "given.xml", OUTSIDE), OUTSIDE));
            case "RELEASE" -> life.release();
            case "GIVE_UP" -> life.giveUp();
            case "GONE" -> close(life, loader, !expected.equals("="));
            default -> throw new AssertionError(event);
        }
    }

    @Test
    void steps_eachIsTakenSomewhere_andLeadsToOneState() {
        for (Lifecycle.Step step : Lifecycle.Step.values()) {
            long led = Arrays.stream(State.values())
                    .filter(state -> step.after(state) != state)
                    .count();
            assertThat(led).as(step.name()).isPositive();
        }
    }

    @Test
    void start_codeThatItCallsAsksForALogger_startsOneEngine() {
        Loader loader = new Loader(false);
        Lifecycle life = life(loader);
        List<Object> seen = new ArrayList<>();
        loader.whileStarting = () -> {
            seen.add(life.state());
            seen.add(life.wake());
            life.reconnect("a");
            life.shutdown();
            seen.add(life.engine() == null);
        };

        life.wake();

        assertThat(seen).containsExactly(State.STARTING, true, true);
        assertThat(life.state()).isEqualTo(State.RUNNING);
    }

    @Test
    void start_thatFails_leavesItStopped_andTheNextOneRuns() {
        Loader loader = new Loader(false);
        Lifecycle life = life(loader);
        loader.whileStarting = () -> {
            throw new AssertionError("planted");
        };
        assertThatThrownBy(life::wake).hasMessage("planted");
        assertThat(life.state()).isEqualTo(State.STOPPED);

        life.wake();

        assertThat(life.state()).isEqualTo(State.RUNNING);
    }

    @Test
    void loggersOfTheFramework_whileItIsGoingToConfigure_startNothing() {
        Lifecycle life = life(new Loader(true));
        assertThat(life.wake()).isFalse();
        life.reconnect("framework.Boot");
        assertThat(life.state()).isEqualTo(State.DEFERRED);

        life.mute();
        life.release();
        assertThat(life.state()).as("it hasn't configured").isEqualTo(State.DEFERRED);
        life.reconnect("framework.Boot");
        assertThat(life.state()).as("its loggers say why").isEqualTo(State.RUNNING);
    }

    @Test
    void exit_asksEachCallToWait_untilTheEnd() {
        Lifecycle life = life(new Loader(false));
        life.wake();
        assertThat(life.needsAfterAppend()).isFalse();
        life.onExit();
        life.observe(null);
        assertThat(life.needsAfterAppend()).isTrue();
    }

    @Test
    void given_isUsedUntilItIsReleased() {
        Lifecycle life = life(new Loader(false));
        life.configure(new Lifecycle.Given(
                ConfigurationReader.read(folder.resolve("tailrace.xml"), "given.xml", OUTSIDE), OUTSIDE));
        assertThat(life.isGiven()).isTrue();
        life.shutdown();
        life.wake();
        assertThat(life.isGiven()).isTrue();
        life.release();
        assertThat(life.isGiven()).isFalse();
        life.configure(new Lifecycle.Given(
                ConfigurationReader.read(folder.resolve("tailrace.xml"), "given.xml", OUTSIDE), OUTSIDE));
        life.giveUp();
        assertThat(List.of(life.isGiven(), life.state())).containsExactly(false, State.MUTED);
    }
}
