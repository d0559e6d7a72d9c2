package dev.tailrace.torture.audit;

import dev.tailrace.testkit.Attendance;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The records that a target has taken, in their order, from the file that its process appends to before it answers. A record may arrive more
 * than once, but the first arrivals of a thread's records are in their order. Not thread-safe.
 */
public final class Arrivals {
    /** The bytes of an entry of the file: kind, process and thread, sequence. */
    public static final int ENTRY = 3 * Long.BYTES;

    private static final List<Kind> KINDS = List.of(Kind.values());
    private static final int PROBLEMS_KEPT = 20;

    /** Records that were refused for good. */
    public final Set<Mark> refused = new HashSet<>();
    /** Lines whose calls returned, but which neither arrived nor were refused. */
    public long missing;
    /** Records that arrived again. */
    public long repeated;
    /** Records that no producer logged: reports. */
    public long foreign;
    /** Requests that were refused, or cut before the target had taken them. */
    public long refusedRequests;

    /** What else is wrong. */
    private final Audit wrong = new Audit();

    private final Map<Integer, Attendance> threads = new HashMap<>();
    private final List<String> absent = new ArrayList<>();

    /** The kinds of entries, by their place. */
    public enum Kind {
        RECORD,
        REFUSED,
        TORN,
        FOREIGN,
        REFUSED_REQUEST
    }

    private Arrivals() {}

    public static void put(Kind kind, Mark mark, ByteBuffer to) {
        to.putLong(KINDS.indexOf(kind))
                .putInt(mark.process())
                .putInt(mark.thread())
                .putLong(mark.sequence());
    }

    /** Reads a target's file, and compares it with the lines whose calls returned. */
    public static Arrivals of(Path file, Acknowledgements acknowledgements) throws IOException {
        Arrivals all = new Arrivals();
        ByteBuffer entries = ByteBuffer.wrap(Files.readAllBytes(file));
        while (entries.remaining() >= ENTRY) {
            Kind kind = KINDS.get((int) entries.getLong());
            all.add(kind, new Mark(entries.getInt(), entries.getInt(), entries.getLong()));
        }
        for (int process = 0; process < Acknowledgements.PROCESSES; process++) {
            for (int thread = 0; thread < Acknowledgements.THREADS; thread++) {
                all.compare(process, thread, acknowledgements);
            }
        }
        return all;
    }

    private void add(Kind kind, Mark mark) {
        switch (kind) {
            case RECORD -> {
                Attendance.Arrival arrival =
                        thread(mark.process(), mark.thread()).arrive((int) mark.sequence());
                repeated += arrival == Attendance.Arrival.AGAIN ? 1 : 0;
                if (arrival == Attendance.Arrival.LATE) {
                    wrong.outOfOrder++;
                    wrong.problem("target: arrived after later ones: " + mark);
                }
            }
            case REFUSED -> refused.add(mark);
            case TORN -> wrong.torn++;
            case FOREIGN -> foreign++;
            case REFUSED_REQUEST -> refusedRequests++;
        }
    }

    private Attendance thread(int process, int thread) {
        return threads.computeIfAbsent(process * Acknowledgements.THREADS + thread, key -> new Attendance());
    }

    private void compare(int process, int thread, Acknowledgements acknowledgements) {
        long known = acknowledgements.acknowledged(process, thread);
        Attendance there = thread(process, thread);
        if (there.last() > acknowledgements.begun(process, thread)) {
            wrong.torn++;
            wrong.problem("target: no process logged " + new Mark(process, thread, there.last()));
        }
        for (int sequence = there.firstMissing(1); sequence <= known; sequence++) {
            Mark mark = new Mark(process, thread, sequence);
            if (there.missing(sequence, sequence + 1) > 0 && !refused.contains(mark)) {
                missing++;
                if (missing <= PROBLEMS_KEPT) {
                    absent.add("did not arrive: " + mark + " of " + known);
                }
            }
        }
    }

    /** Adds what is wrong here to the audit of the log of the same lines; {@code dropped} records are missing, but were counted. */
    public Audit addTo(Audit log, long dropped) {
        log.add(wrong);
        log.lost += missing - dropped;
        log.dropped += dropped + refused.size();
        log.problems.addAll(0, missing == dropped ? List.of() : absent);
        log.problems.addAll(0, wrong.problems);
        return log;
    }
}
