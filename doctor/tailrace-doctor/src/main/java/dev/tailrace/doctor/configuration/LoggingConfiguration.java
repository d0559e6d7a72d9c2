package dev.tailrace.doctor.configuration;

import dev.tailrace.lint.LoggingSettings;
import dev.tailrace.lint.Outlook;
import dev.tailrace.lint.remark.Circumstances;
import dev.tailrace.lint.remark.Remark;
import dev.tailrace.probe.evidence.EvidenceItem;
import dev.tailrace.probe.evidence.Source;
import java.util.Comparator;
import java.util.List;

/**
 * A configuration of logging: what a file says, or what was found in a running process. Immutable.
 *
 * @param library whose it is, in the words of {@link LoggingSettings}
 * @param live in a few words what was found in the process; empty: it is a file
 * @param settings what it sets, as far as it matters to the remarks
 * @param remarks what may go wrong with it for users who stay with their backend
 * @param outlooks the stalls that it has in store
 */
public record LoggingConfiguration(
        Source source,
        String library,
        String live,
        LoggingSettings settings,
        List<Remark> remarks,
        List<Outlook> outlooks)
        implements EvidenceItem {
    /** What is judged by where the rate of log events is not known: 1,000 a second. */
    static final Circumstances USUAL = new Circumstances(1000);

    public LoggingConfiguration {
        remarks = List.copyOf(remarks);
        outlooks = List.copyOf(outlooks);
    }

    /** Whether the configuration was found in a running process. */
    public boolean isLive() {
        return !live.isEmpty();
    }

    /** Whether the configuration was found in a running process whose backend is Tailrace. */
    public boolean isOfTailrace() {
        return isLive() && library.equals(LoggingSettings.TAILRACE);
    }

    /**
     * The configurations that count: where a backend was found in the process, what files say is not what holds. Every JVM has java.util.logging, so
     * so this alone does not show that no other is at work.
     */
    public static List<LoggingConfiguration> inForce(List<LoggingConfiguration> all) {
        boolean found = all.stream().anyMatch(each -> each.isLive() && !each.library.equals(LoggingSettings.JUL));
        return all.stream().filter(each -> each.isLive() || !found).toList();
    }

    /**
     * How a file differs from what was found in a process, one text each; empty when it does not. Among several contexts of its library it
     * is the one that differs least.
     *
     * @param live what was found there, of all libraries
     */
    public List<String> differences(List<LoggingConfiguration> live) {
        return live.stream()
                .filter(each -> each.library.equals(library))
                .map(each -> settings.differences(each.settings))
                .min(Comparator.comparingInt(List::size))
                .orElse(List.of("it does not log with " + LoggingSettings.name(library)));
    }
}
