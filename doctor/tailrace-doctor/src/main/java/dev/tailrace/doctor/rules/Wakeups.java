package dev.tailrace.doctor.rules;

import dev.tailrace.doctor.signatures.Kind;
import dev.tailrace.doctor.signatures.StackReading.How;
import dev.tailrace.doctor.timeline.ThreadSnapshot;
import dev.tailrace.probe.archive.ContextSwitches;
import dev.tailrace.probe.archive.LogFlow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** A logging thread that is woken for nearly each event: to wake a thread costs more than to write a line. */
final class Wakeups implements DiagnosisRule {
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
    public List<DiagnosisFinding> check(RuleContext ruleContext) {
        List<ContextSwitches> looks = ruleContext.evidence().all(ContextSwitches.class).stream()
                .sorted(Comparator.comparingLong(ContextSwitches::atNanos))
                .toList();
        ContextSwitches first = looks.get(0);
        ContextSwitches last = looks.get(looks.size() - 1);
        double seconds = (last.atNanos() - first.atNanos()) / 1e9;
        if (seconds < LEAST_SECONDS) {
            return List.of();
        }
        double lines = ruleContext.evidence().all(LogFlow.class).stream()
                .mapToDouble(LogFlow::linesPerSecond)
                .sum();
        Map<String, ThreadSnapshot> writers = writers(ruleContext);
        List<DiagnosisFinding> findings = new ArrayList<>();
        last.counts().forEach((thread, count) -> {
            double rate = (count - first.counts().getOrDefault(thread, count)) / seconds;
            ThreadSnapshot writer = writers.get(last.names().getOrDefault(thread, ""));
            if (writer != null && rate >= MANY_PER_SECOND && rate >= PER_LINE * lines) {
                findings.add(finding(writer, rate, seconds, last, lines));
            }
        });
        return findings;
    }

    /** The threads that write logs: workers of a library, and others that only wait for something to write to a file. */
    private static Map<String, ThreadSnapshot> writers(RuleContext ruleContext) {
        Map<String, ThreadSnapshot> writers = new LinkedHashMap<>();
        ruleContext
                .timeline()
                .threads()
                .filter(each -> each.stack().workerOf() != null || isWriter(each))
                .forEach(each -> {
                    String name = each.thread().name();
                    writers.putIfAbsent(name.substring(0, Math.min(KEPT, name.length())), each);
                });
        return writers;
    }

    /** An application's own logging thread is known by its name, and by that it writes to a file or waits for something to do. */
    private static boolean isWriter(ThreadSnapshot threadSnapshot) {
        boolean waits = threadSnapshot.stack().how() == How.CONDITION
                || threadSnapshot.stack().how() == How.PARK;
        return !threadSnapshot.stack().logs()
                && (threadSnapshot.stack().work() == Kind.FILE || waits)
                && LOGGING.matcher(threadSnapshot.thread().name()).find();
    }

    private static DiagnosisFinding finding(
            ThreadSnapshot writer, double rate, double seconds, ContextSwitches look, double lines) {
        return DiagnosisFinding.of(
                DiagnosisCode.WAKEUPS,
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
                        EvidenceFormat.stack(writer, Kind.WORKER)),
                rate / MANY_PER_SECOND);
    }
}
