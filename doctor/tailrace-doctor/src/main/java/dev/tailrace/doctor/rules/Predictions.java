package dev.tailrace.doctor.rules;

import dev.tailrace.doctor.configuration.LoggingConfiguration;
import dev.tailrace.lint.Outlook;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** What a configuration says would happen, beside what was seen to happen. */
final class Predictions {
    private Predictions() {}

    /**
     * The longest stall that a configuration at hand predicts for a roll.
     *
     * @param library the one that stalls
     * @param observed the seconds for which compressing was seen; 0: not known
     */
    static Optional<String> of(RuleContext ruleContext, String library, double observed) {
        String policy = library.equals("logback")
                ? "FixedWindowRollingPolicy"
                : library.equals("log4j2") ? "DefaultRolloverStrategy" : "";
        return ruleContext.configurations().stream()
                .map(LoggingConfiguration::outlooks)
                .flatMap(each -> each.stream())
                .filter(each -> each.policy().equals(policy))
                .max(Comparator.comparingDouble(Outlook::stallSeconds))
                .map(each -> words(each, observed));
    }

    private static String words(Outlook outlook, double observed) {
        StringBuilder out = new StringBuilder(String.format(
                Locale.ROOT,
                "%s: %s of %s packs %s of %s into %s: %s at gzip's usual speed",
                outlook.place(),
                outlook.policy(),
                "\"" + outlook.appender() + "\"",
                outlook.size(),
                outlook.logFile().isEmpty() ? "its file" : outlook.logFile(),
                outlook.suffix(),
                EvidenceFormat.seconds(outlook.stallSeconds())));
        if (observed > 0) {
            out.append(", ").append(EvidenceFormat.seconds(observed)).append(" seen");
        }
        if (outlook.queueSize() > 0) {
            out.append(String.format(Locale.ROOT, "; the queue before it takes %,d events", outlook.queueSize()));
            out.append(String.format(
                    Locale.ROOT,
                    ", full after %s at 1,000 a second",
                    EvidenceFormat.seconds(outlook.queueSize() / 1000.0)));
        }
        return out.toString();
    }
}
