package dev.tailrace.doctor.rules;

import dev.tailrace.doctor.course.Course;
import dev.tailrace.doctor.course.Moment;
import dev.tailrace.doctor.course.Subject;
import dev.tailrace.doctor.signs.Kind;
import dev.tailrace.probe.evidence.Exhibit;
import dev.tailrace.probe.evidence.Frame;
import dev.tailrace.probe.evidence.ThreadSample;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** A thread that waits for events by asking for them without end. */
final class Spinning implements Rule {
    private static final int LEAST_MOMENTS = 2;
    /** A share of a processor. Where others want it, too, not even a loop without end gets all of it. */
    private static final double LEAST_SHARE = 0.25;
    /** Used between dumps whose times aren't known. */
    private static final double LEAST_SECONDS = 0.5;

    @Override
    public Set<Class<? extends Exhibit>> needs() {
        return Set.of(ThreadSample.class);
    }

    @Override
    public List<Finding> check(Patient patient) {
        Course course = patient.course();
        Map<String, List<Subject>> spinning = new LinkedHashMap<>();
        for (Moment moment : course.moments()) {
            for (Subject each : moment.subjects()) {
                if (spins(each)) {
                    spinning.computeIfAbsent(each.thread().id() + each.thread().name(), unused -> new ArrayList<>())
                            .add(each);
                }
            }
        }
        List<Finding> findings = new ArrayList<>();
        for (List<Subject> each : spinning.values()) {
            int moments = course.moments().size();
            if (each.size() >= LEAST_MOMENTS && each.size() * 10 >= moments * 8) {
                finding(course, each, findings);
            }
        }
        return findings;
    }

    /** Where a loop that spins was compiled into its caller, its JVM stops it there. */
    private static boolean spins(Subject subject) {
        List<Frame> frames = subject.thread().frames();
        boolean between = !frames.isEmpty()
                && (isCall(frames.get(0), "com.lmax.disruptor.ProcessingSequenceBarrier", "waitFor")
                        || isCall(frames.get(0), "com.lmax.disruptor.BatchEventProcessor", "processEvents"));
        return between || subject.stack().first(Kind.SPIN) != null;
    }

    private static boolean isCall(Frame frame, String type, String method) {
        return frame.type().equals(type) && frame.method().equals(method);
    }

    private static void finding(Course course, List<Subject> seen, List<Finding> to) {
        Subject last = seen.get(seen.size() - 1);
        double used = last.thread().cpuSeconds() - seen.get(0).thread().cpuSeconds();
        double seconds = course.moments().get(course.moments().size() - 1).second();
        double share = course.isTimed() && seconds > 0 ? used / seconds : Double.NaN;
        // Yielding is cheap where others have something to do; what it took of a processor decides.
        if (share < LEAST_SHARE || (Double.isNaN(share) && !(used >= LEAST_SECONDS) && seen.size() < 3)) {
            return;
        }
        String cost = Double.isNaN(share)
                ? used > 0
                        ? String.format(Locale.ROOT, ", and used %.1f s of a processor (CPU) between the dumps", used)
                        : ""
                : String.format(Locale.ROOT, ", for %.0f %% of a processor (CPU)", share * 100);
        to.add(Finding.of(
                        Trouble.SPINNING_WORKER,
                        last.name() + " waits for events by asking for them without end" + cost + ".",
                        last.name() + " spins",
                        last.thread().source(),
                        List.of(
                                String.format(
                                        Locale.ROOT,
                                        "seen so in %d of %d dumps",
                                        seen.size(),
                                        course.moments().size()),
                                Words.stack(last, Kind.SPIN)),
                        Double.isNaN(share) ? 1 : used)
                .about(Blockage.of(course.moments().get(course.moments().size() - 1), last)));
    }
}
