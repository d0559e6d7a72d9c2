package dev.tailrace.probe;

import dev.tailrace.probe.Session.Stop;
import dev.tailrace.probe.jvm.LiveException;
import dev.tailrace.probe.jvm.Scratch;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A flight recording in the target, with settings of its own: what waits, throws, allocates and writes, no more. Exceptions are
 * recorded for two seconds only, because an application that throws many would pay for each. Not thread-safe.
 */
final class FlightSession {
    static final String WHAT = "flight recording";

    /** Starting the recorder for the first time has the JVM load and change classes; measured on JDK 17 and 25. */
    static final double FIRST_START_SECONDS = 0.65;

    static final double STOP_SECONDS = 0.2;

    private static final long ENDS_BY_ITSELF_NANOS = 3_000_000_000L;
    private static final long LARGEST = 512L << 20;

    /** Named at the start already: one that ends by itself is written, and without a name into the application's own folder. */
    private static final String FILE = "recording.jfr";

    private final Session session;
    private final Scratch scratch;
    private final String name = "tailrace-doctor-" + ProcessHandle.current().pid();
    private boolean running;
    private long watchedAt;

    FlightSession(Session session, Scratch scratch) {
        this.session = session;
        this.scratch = scratch;
    }

    /** Starts it, to end by itself soon after {@code seconds} even if doctor does not live to stop it. */
    void start(double seconds) throws LiveException {
        String settings = settings("doctor.jfc");
        if (settings == null) {
            return;
        }
        String answer = session.ask(
                WHAT,
                "JFR.start name=" + name + " settings=" + settings + " maxsize=256M duration=" + (long) (seconds + 60)
                        + "s filename=" + scratch.forTarget(FILE),
                Stop.BRIEFLY);
        session.refresh();
        running = answer != null && answer.contains("Started");
        if (answer != null && !running) {
            session.note(
                    "No flight recording: " + answer.strip().lines().findFirst().orElse("JFR.start says nothing."));
        }
    }

    /** Records exceptions, too, for two seconds from now. */
    void watchExceptions() throws LiveException {
        String settings = running ? settings("exceptions.jfc") : null;
        if (settings != null) {
            watchedAt = System.nanoTime();
            session.ask(
                    WHAT,
                    "JFR.start name=" + name + "-throws settings=" + settings + " duration=2s filename="
                            + scratch.forTarget("throws.jfr"),
                    Stop.BRIEFLY);
        }
    }

    boolean isRunning() {
        return running;
    }

    void stop() throws LiveException {
        if (!running) {
            return;
        }
        running = false;
        if (watchedAt != 0 && System.nanoTime() - watchedAt < ENDS_BY_ITSELF_NANOS) {
            session.ask(WHAT, "JFR.stop name=" + name + "-throws", Stop.BRIEFLY);
        }
        String answer =
                session.ask(WHAT, "JFR.stop name=" + name + " filename=" + scratch.forTarget(FILE), Stop.BRIEFLY);
        session.countRecording();
        Path file = scratch.here(FILE);
        try {
            if (answer == null || !Files.isRegularFile(file)) {
                session.note("The flight recording was started, but it left no file.");
            } else if (Files.size(file) > LARGEST) {
                session.note("The flight recording has " + Files.size(file) + " bytes and was left out.");
            } else {
                session.archive().putFile("flight/recording.jfr", file, LARGEST);
                session.origins().put("flight/recording.jfr", "JFR.stop");
            }
        } catch (IOException e) {
            session.note("The flight recording can't be kept: " + e.getMessage() + ".");
        }
    }

    private @Nullable String settings(String resource) {
        Path file = scratch.here(resource);
        try (InputStream in = FlightSession.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IOException("settings are missing in doctor's jar: " + resource);
            }
            Files.write(file, in.readAllBytes());
            scratch.handOver(file);
            return scratch.forTarget(resource);
        } catch (IOException e) {
            session.note("No flight recording: " + e.getMessage() + ".");
            return null;
        }
    }
}
