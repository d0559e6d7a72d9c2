package dev.tailrace.doctor.rules;

import dev.tailrace.doctor.course.Moment;
import dev.tailrace.doctor.course.Subject;
import dev.tailrace.doctor.signs.Kind;
import dev.tailrace.doctor.signs.StackReading.How;
import dev.tailrace.probe.archive.LogFlow;
import dev.tailrace.probe.archive.Switches;
import dev.tailrace.probe.evidence.Exhibit;
import dev.tailrace.probe.evidence.ThreadSample;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** A logging thread that is woken for nearly each event: to wake a thread costs more than to write a line. */
final class Wakeups implements Rule {
    /** What a batch of a millisecond would need at most. */
    private static final double MANY_PER_SECOND = 1000;

    /** Fewer for each event, and it takes several at a time. */
    private static final double PER_LINE = 0.5;

    private static final double LEAST_SECONDS = 1;
    /** Linux keeps as much of a thread's name. */
    private static final int KEPT = 15;

    /** The word alone: not "login" or "catalog". */
    private static final Pattern LOGGING = Pattern.compile("(?i:(?<![a-z])(?:log|logs|logger|logging|journal)(?![a-z]))"
            + "|(?:(?<![a-zA-Z])log|Log)(?:s|ger|ging)?(?=[A-Z])");

    @Override
    public Set<Class<? extends Exhibit>> needs() {
        return Set.of(Switches.class, ThreadSample.class);
    }

    @Override
    public List<Finding> check(Patient patient) {
        List<Switches> looks = patient.evidence().all(Switches.class).stream()
                .sorted(Comparator.comparingLong(Switches::atNanos))
                .toList();
        Switches first = looks.get(0);
        Switches last = looks.get(looks.size() - 1);
        double seconds = (last.atNanos() - first.atNanos()) / 1e9;
        if (seconds < LEAST_SECONDS) {
            return List.of();
        }
        double lines = patient.evidence().all(LogFlow.class).stream()
                .mapToDouble(LogFlow::linesPerSecond)
                .sum();
        Map<String, Subject> writers = writers(patient);
        List<Finding> findings = new ArrayList<>();
        last.counts().forEach((thread, count) -> {
            double rate = (count - first.counts().getOrDefault(thread, count)) / seconds;
            Subject writer = writers.get(last.names().getOrDefault(thread, ""));
            if (writer != null && rate >= MANY_PER_SECOND && rate >= PER_LINE * lines) {
                findings.add(finding(writer, rate, seconds, last, lines));
            }
        });
        return findings;
    }

    /** The threads that write logs: workers of a library, and others that only wait for something to write to a file. */
    private static Map<String, Subject> writers(Patient patient) {
        Map<String, Subject> writers = new LinkedHashMap<>();
        for (Moment moment : patient.course().moments()) {
            for (Subject each : moment.subjects()) {
                String name = each.thread().name();
                String kept = name.substring(0, Math.min(KEPT, name.length()));
                if (each.stack().workerOf() != null || isWriter(each)) {
                    writers.putIfAbsent(kept, each);
                }
            }
        }
        return writers;
    }

    /** An application's own logging thread is known by its name, and by that it writes to a file or waits for something to do. */
    private static boolean isWriter(Subject subject) {
        boolean waits =
                subject.stack().how() == How.CONDITION || subject.stack().how() == How.PARK;
        return !subject.stack().logs()
                && (subject.stack().work() == Kind.FILE || waits)
                && LOGGING.matcher(subject.thread().name()).find();
    }

    private static Finding finding(Subject writer, double rate, double seconds, Switches look, double lines) {
        return Finding.of(
                Trouble.WAKEUPS,
                String.format(
                        Locale.ROOT,
                        "%s waited and was woken %,.0f times a second: about once for each event.",
                        writer.name(),
                        rate),
                writer.name() + " is woken for nearly each event",
                look.source(),
                List.of(
                        String.format(
                                Locale.ROOT,
                                "%,.0f voluntary switches of the processor in %,.1f s%s (%s)",
                                rate * seconds,
                                seconds,
                                lines > 0
                                        ? String.format(
                                                Locale.ROOT,
                                                ", while about %,.0f lines a second came into its logs",
                                                lines)
                                        : "",
                                look.source()),
                        Words.stack(writer, Kind.WORKER)),
                rate / MANY_PER_SECOND);
    }
}
