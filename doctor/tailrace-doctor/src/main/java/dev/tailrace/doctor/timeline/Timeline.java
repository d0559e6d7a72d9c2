package dev.tailrace.doctor.timeline;

import dev.tailrace.doctor.signatures.FrameSignatures;
import dev.tailrace.doctor.signatures.StackReading;
import dev.tailrace.probe.evidence.ThreadInfo;
import dev.tailrace.probe.evidence.ThreadSample;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** The moments of a process, in the order of time. Immutable. */
public final class Timeline {
    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);

    private final List<DumpSnapshot> moments;
    private final boolean timed;

    private Timeline(List<DumpSnapshot> moments, boolean timed) {
        this.moments = List.copyOf(moments);
        this.timed = timed;
    }

    /** Puts samples in the order of their times; if one has none, they stay as they are. */
    public static Timeline of(List<ThreadSample> samples, FrameSignatures frameSignatures) {
        boolean timed = samples.stream().allMatch(each -> each.at() != null);
        List<ThreadSample> ordered = new ArrayList<>(samples);
        if (timed) {
            ordered.sort(Comparator.comparing(each -> each.at() == null ? LocalDateTime.MIN : each.at()));
        }
        Map<List<?>, StackReading> readings = new HashMap<>();
        Map<String, ThreadSnapshot> before = new HashMap<>();
        List<DumpSnapshot> moments = new ArrayList<>();
        for (ThreadSample sample : ordered) {
            List<ThreadSnapshot> subjects = new ArrayList<>();
            Map<String, ThreadSnapshot> now = new HashMap<>();
            for (ThreadInfo thread : sample.threads()) {
                StackReading stack = readings.computeIfAbsent(
                        thread.frames(), frames -> StackReading.of(thread.frames(), frameSignatures));
                ThreadSnapshot threadSnapshot =
                        ThreadSnapshot.of(thread, stack, before.get(thread.id() + " " + thread.name()));
                subjects.add(threadSnapshot);
                now.put(threadSnapshot.identity(), threadSnapshot);
            }
            moments.add(
                    new DumpSnapshot(moments.size(), second(ordered, sample, moments.size(), timed), sample, subjects));
            before = now;
        }
        return new Timeline(moments, timed);
    }

    private static double second(List<ThreadSample> ordered, ThreadSample sample, int index, boolean timed) {
        LocalDateTime first = ordered.get(0).at();
        LocalDateTime at = sample.at();
        return timed && first != null && at != null
                ? Duration.between(first, at).toMillis() / 1000.0
                : index;
    }

    /** The moments, in their order. */
    public List<DumpSnapshot> moments() {
        return moments;
    }

    /** The threads of all moments, in their order. */
    public Stream<ThreadSnapshot> threads() {
        return moments.stream().flatMap(each -> each.threads().stream());
    }

    /** The last moment; there must be one. */
    public DumpSnapshot last() {
        return moments.get(moments.size() - 1);
    }

    /** For how many seconds a thread has stood where it stands at a moment. */
    public double stood(DumpSnapshot at, int still) {
        return at.second() - moments.get(at.index() - still).second();
    }

    /** Whether the time of each moment is known. */
    public boolean isTimed() {
        return timed;
    }

    /** Whether there are enough moments to see what stands still. */
    public boolean isSeries() {
        return moments.size() > 1;
    }

    /** When a moment was: {@code 12:00:05}, or {@code dump 3}. */
    public String when(DumpSnapshot dumpSnapshot) {
        LocalDateTime at = dumpSnapshot.sample().at();
        return timed && at != null ? CLOCK.format(at) : "dump " + (dumpSnapshot.index() + 1);
    }

    /** How many threads of all moments do something, or would if they could. */
    public long busy() {
        return moments.stream().mapToLong(DumpSnapshot::busy).sum();
    }
}
