package dev.tailrace.cli;

import dev.tailrace.finding.Finding;
import dev.tailrace.guest.ExternalDrainer;
import dev.tailrace.guest.ExternalDrainer.State;
import dev.tailrace.guest.view.LogSearch;
import dev.tailrace.guest.view.LogView;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jline.utils.Signals;

/** Drains, or stands by to drain, until the process is asked to end; then another process can drain at once. */
final class DrainFollow {
    private static final long SEARCH_NANOS = TimeUnit.SECONDS.toNanos(5);
    /** States that last shorter aren't reported. */
    private static final long TELL_NANOS = TimeUnit.MILLISECONDS.toNanos(300);

    private static final long CLOSE_SECONDS = 10;

    private final Path target;
    private final PrintWriter err;
    private final Map<Path, String> known = new HashMap<>();
    private final Map<Path, Long> since = new HashMap<>();
    private final Map<Path, String> latest = new HashMap<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile boolean stopping;
    /** Whether Ctrl-Z was pressed: the processes that log drain until this one goes on. */
    private volatile boolean suspended;

    private volatile int status = ExitStatus.COULD_NOT_RUN;
    private long searchAt = System.nanoTime();
    private String missing = "";

    DrainFollow(Path target, PrintWriter err) {
        this.target = target;
        this.err = err;
    }

    /** Returns when it was asked to end; see {@link #stop}. */
    int run() {
        Thread self = Thread.currentThread();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(self), "tailrace-end"));
        Signals.register("TSTP", () -> {
            suspended = true;
            LockSupport.unpark(self);
        });
        try (ExternalDrainer drain = ExternalDrainer.start(this::report)) {
            while (!stopping) {
                if (suspended) {
                    drain.rest();
                    suspend();
                    // Only now: else a Ctrl-Z while it stops would stop it again later.
                    suspended = false;
                }
                search(drain);
                drain.step(false);
                drain.status().forEach(this::report);
                LockSupport.parkNanos(drain.pauseNanos());
            }
            // Nothing more comes after a last look; what is being compressed is left to the next drainer.
            drain.step(true);
            status = ExitStatus.GOOD;
        } finally {
            closed.countDown();
        }
        return status;
    }

    /** Stops this process, as the signal would have; returns when it goes on. */
    private static void suspend() {
        try {
            String pid = String.valueOf(ProcessHandle.current().pid());
            new ProcessBuilder("kill", "-STOP", pid).inheritIO().start().waitFor();
        } catch (IOException e) {
            // Without that command the process goes on.
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Java's own status for a signal is a failure to the parent of this process. */
    private void stop(Thread drainer) {
        stopping = true;
        LockSupport.unpark(drainer);
        try {
            if (closed.await(CLOSE_SECONDS, TimeUnit.SECONDS)) {
                err.flush();
                Runtime.getRuntime().halt(status);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().halt(ExitStatus.COULD_NOT_RUN);
    }

    /** Logs may come later than this process: a sidecar often starts first. */
    private void search(ExternalDrainer drain) {
        if (System.nanoTime() - searchAt < 0) {
            return;
        }
        searchAt = System.nanoTime() + (known.isEmpty() ? SEARCH_NANOS / 5 : SEARCH_NANOS);
        try {
            LogSearch.lockFiles(target).forEach(drain::add);
        } catch (IOException e) {
            String why = String.valueOf(e.getMessage());
            if (!why.equals(missing) && known.isEmpty()) {
                missing = why;
                say("waiting: " + why);
            }
        }
    }

    private void report(ExternalDrainer.Status log) {
        String words = words(log.state()) + (log.why().isEmpty() ? "" : ": " + log.why());
        long now = System.nanoTime();
        if (!words.equals(latest.put(log.lockFile(), words))) {
            since.put(log.lockFile(), now);
        }
        boolean lasts = now - since.getOrDefault(log.lockFile(), now) >= TELL_NANOS;
        if (lasts && !words.equals(known.put(log.lockFile(), words))) {
            long pid = log.state() == State.ELSEWHERE ? LogView.drainerOf(log.lockFile()) : -1;
            say(log.description() + ": " + words + (pid < 0 ? "" : " (process " + pid + ")"));
        } else if (!lasts) {
            known.putIfAbsent(log.lockFile(), "");
        }
    }

    private static String words(State state) {
        return switch (state) {
            case DRAINING, SETTLED -> "draining";
            case ELSEWHERE -> "another process drains, standing by";
            case NOTHING_THERE -> "waiting";
            case FAILING -> "can't drain, trying again";
        };
    }

    private void report(Finding finding) {
        synchronized (err) {
            err.println(finding.format());
        }
    }

    private void say(String text) {
        synchronized (err) {
            err.println(Printable.wrapped("tailrace: " + Printable.of(text)));
        }
    }
}
