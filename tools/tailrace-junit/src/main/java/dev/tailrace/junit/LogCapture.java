package dev.tailrace.junit;

import dev.tailrace.capture.Capture;
import dev.tailrace.capture.ObservedEvent;
import dev.tailrace.junit.backend.TailraceCapture;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The events that one test has logged, in the order of the calls; see {@link CaptureLogs}. An event is captured before its log call
 * returns. AssertJ's own {@code assertThat} takes a capture as an {@link Iterable} of events; {@link LogCaptureAssert} adds assertions
 * about levels and texts. Thread-safe.
 */
public final class LogCapture implements Iterable<CapturedEvent> {
    private static final int CODES_OF_A_LEVEL = 10;
    private static final int MOST_SHOWN = 50;

    private final TestThreads.Scope scope;
    private final boolean all;
    private final List<CapturedEvent> events = new ArrayList<>();
    private int leftOut;
    private @Nullable Capture running;

    /** @param all whether events of all threads are captured */
    LogCapture(TestThreads.Scope scope, boolean all) {
        this.scope = scope;
        this.all = all;
    }

    void start(String logger, @Nullable String level) {
        running = TailraceCapture.start(logger, level, this::logged);
    }

    void end() {
        if (running != null) {
            running.close();
        }
    }

    private void logged(ObservedEvent event) {
        boolean own = all || TestThreads.isOf(scope);
        synchronized (this) {
            if (own) {
                events.add(captured(event));
                notifyAll();
            } else if (!TestThreads.isOfAny()) {
                leftOut++;
            }
        }
    }

    private static CapturedEvent captured(ObservedEvent event) {
        LogLevel[] levels = LogLevel.values();
        return new CapturedEvent(
                event.time(),
                levels[Math.max(0, Math.min(levels.length - 1, event.level() / CODES_OF_A_LEVEL))],
                event.logger(),
                event.template(),
                event.text(),
                event.arguments(),
                event.throwable(),
                event.mdc(),
                event.keyValues(),
                event.thread());
    }

    /** All events so far; a copy. */
    public synchronized List<CapturedEvent> events() {
        return List.copyOf(events);
    }

    /** The events of exactly this level; a copy. */
    public List<CapturedEvent> events(LogLevel level) {
        return events().stream().filter(each -> each.level() == level).toList();
    }

    /** The texts of all events; a copy. */
    public List<String> texts() {
        return events().stream().map(CapturedEvent::text).toList();
    }

    @Override
    public Iterator<CapturedEvent> iterator() {
        return events().iterator();
    }

    /** Whether nothing was logged. */
    public synchronized boolean isEmpty() {
        return events.isEmpty();
    }

    /** Forgets all events so far. */
    public synchronized void clear() {
        events.clear();
        leftOut = 0;
    }

    /**
     * The number of events that are not in this capture because their thread belongs to no test with a capture; see {@link
     * CaptureLogs.Threads#TEST}.
     */
    public synchronized int leftOut() {
        return leftOut;
    }

    /** Whether there is an event of this level whose text contains {@code part}. */
    public boolean contains(LogLevel level, String part) {
        return events().stream().anyMatch(event(level, part));
    }

    /** Whether there is an event whose text contains {@code part}. */
    public boolean contains(String part) {
        return texts().stream().anyMatch(each -> each.contains(part));
    }

    /**
     * Fails unless there is an event of this level whose text contains {@code part}.
     *
     * @return the first of them
     * @throws AssertionError with all that was logged
     */
    public CapturedEvent expect(LogLevel level, String part) {
        for (CapturedEvent each : events()) {
            if (event(level, part).test(each)) {
                return each;
            }
        }
        throw new AssertionError("No " + level + " event contains \"" + part + "\"." + described());
    }

    /**
     * Fails if there is an event of this level or above.
     *
     * @throws AssertionError with all that was logged
     */
    public void expectNone(LogLevel from) {
        if (events().stream().anyMatch(each -> each.level().compareTo(from) >= 0)) {
            throw new AssertionError("There is an event at " + from + " or above." + described());
        }
    }

    /**
     * Waits until there is an event of this level whose text contains {@code part}, such as an event of another thread. Returns at once if
     * there is one.
     *
     * @return the first of them
     * @throws AssertionError if there is none after {@code atMost}; the message lists all events
     * @throws InterruptedException if this thread is interrupted while it waits
     */
    public synchronized CapturedEvent await(LogLevel level, String part, Duration atMost) throws InterruptedException {
        long end = System.nanoTime() + atMost.toNanos();
        int seen = 0;
        while (true) {
            for (; seen < events.size(); seen++) {
                if (event(level, part).test(events.get(seen))) {
                    return events.get(seen);
                }
            }
            long left = (end - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                throw new AssertionError("No " + level + " event contains \"" + part + "\" within " + atMost.toMillis()
                        + " ms." + described());
            }
            wait(left);
            seen = Math.min(seen, events.size());
        }
    }

    private static Predicate<CapturedEvent> event(LogLevel level, String part) {
        return each -> each.level() == level && each.text().contains(part);
    }

    /** All events, for a failure message. */
    synchronized String described() {
        StringBuilder text = new StringBuilder(events.isEmpty() ? " Nothing was logged." : " Logged was:");
        events.stream().limit(MOST_SHOWN).forEach(each -> text.append("\n  ").append(each));
        if (events.size() > MOST_SHOWN) {
            text.append("\n  and ").append(events.size() - MOST_SHOWN).append(" more");
        }
        if (leftOut > 0) {
            text.append("\n  and ")
                    .append(leftOut)
                    .append(" events of threads that this test has not started; @CaptureLogs(threads = ALL) has them");
        }
        return text.toString();
    }

    @Override
    public String toString() {
        return "log of the test." + described();
    }
}
