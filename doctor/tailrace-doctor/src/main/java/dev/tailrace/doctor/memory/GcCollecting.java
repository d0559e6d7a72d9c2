package dev.tailrace.doctor.memory;

import dev.tailrace.probe.evidence.EvidenceBuilder;
import dev.tailrace.probe.evidence.ParseProblem;
import dev.tailrace.probe.evidence.Source;
import java.util.ArrayList;
import java.util.List;

/** The part of one log that has been read until now; the readers of both dialects add to it. Not thread-safe. */
final class GcCollecting {
    /** About 50 MB; at a hundred a minute a day and a half. */
    private static final int MOST_EVENTS = 200_000;

    private final List<GcEvent> events = new ArrayList<>();
    private String collector = "";
    private double zeroMillis = Double.NaN;
    private boolean clockOnly;
    private long maxHeap = Occupancy.UNKNOWN;
    private long memory = Occupancy.UNKNOWN;
    private int cpus;
    private long unlisted;
    private int firstUnlisted;
    private long unread;
    private int firstUnread;
    private long lines;
    private boolean began;

    /** A line that the collector wrote, whatever it says. */
    void line() {
        lines++;
    }

    /** A line that should report a collection, and is not understood. */
    void unread(int line) {
        if (unread++ == 0) {
            firstUnread = line;
        }
    }

    /** The collector said that it is there. */
    void began(String name) {
        began = true;
        if (!name.isEmpty()) {
            collector = name;
        }
    }

    /** The collector that such a line is typical of, unless a line has named it. */
    void typicalOf(String name) {
        if (collector.isEmpty()) {
            collector = name;
        }
    }

    String collector() {
        return collector;
    }

    void maxHeap(long bytes) {
        maxHeap = bytes;
    }

    void memory(long bytes) {
        memory = bytes;
    }

    void cpus(int count) {
        cpus = count;
    }

    /**
     * The time of a line on the log's axis.
     *
     * @param uptime in seconds, or NaN
     * @param clock in milliseconds since 1970, or NaN
     */
    double time(double uptime, double clock) {
        if (!Double.isNaN(uptime)) {
            if (Double.isNaN(zeroMillis) && !Double.isNaN(clock)) {
                zeroMillis = clock - uptime * 1000;
            }
            return clockOnly ? Double.NaN : uptime;
        }
        if (Double.isNaN(clock)) {
            return Double.NaN;
        }
        if (Double.isNaN(zeroMillis)) {
            // The log begins here, as far as is known.
            zeroMillis = clock;
            clockOnly = true;
        }
        return (clock - zeroMillis) / 1000;
    }

    /** The event's number, to replace it by; -1: there were too many. */
    int add(GcEvent event) {
        if (events.size() >= MOST_EVENTS) {
            if (unlisted++ == 0) {
                firstUnlisted = event.line();
            }
            return -1;
        }
        events.add(event);
        return events.size() - 1;
    }

    void replace(int number, GcEvent event) {
        events.set(number, event);
    }

    GcEvent get(int number) {
        return events.get(number);
    }

    void finish(String file, EvidenceBuilder to) {
        if (!events.isEmpty() || began) {
            to.add(new GcLog(Source.of(file), collector, maxHeap, memory, cpus, events));
        }
        if (events.isEmpty() && began && unread == 0) {
            to.add(ParseProblem.decisive(
                    new Source(file, 1), 0, "It is a log of a collector, but it ends before the first collection."));
            return;
        }
        if (events.isEmpty() && (began ? unread > 0 : lines > 0)) {
            to.add(ParseProblem.all(
                    file, lines + " lines are of a garbage collector, but none reports a finished collection."));
            return;
        }
        if (unread > 0) {
            to.add(new ParseProblem(
                    new Source(file, firstUnread), unread, "They look like collections but can't be understood."));
        }
        if (unlisted > 0) {
            to.add(new ParseProblem(
                    new Source(file, firstUnlisted),
                    unlisted,
                    "Only the first " + MOST_EVENTS
                            + " collections of a log are looked at; divide it to see the rest."));
        }
    }
}
