package dev.tailrace.loadtest;

import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The result of one step. Latencies count from when a request was due, not from when it could be sent: a request that had to wait because
 * earlier ones were not answered has waited all the same. Immutable.
 *
 * @param number counted from 1
 * @param rate requests a second that were due
 * @param seconds that it took
 * @param due how many requests were due
 * @param answered how many of them were answered well, within the time of the step
 * @param failed how many ended with an error or were still unanswered when doctor stopped waiting; each counts as slower than all others
 * @param failures how many failed of which reason
 * @param p50 in milliseconds; so the others
 * @param atSlo the percentile of the objective; infinite when so many failed
 * @param longest of those that were answered
 * @param lateMillis how late doctor itself was in sending, by the same percentile
 * @param verdict whether the objective was met
 */
public record Step(
        int number,
        double rate,
        double seconds,
        long due,
        long answered,
        long failed,
        Map<String, Long> failures,
        double p50,
        double p99,
        double atSlo,
        double longest,
        double lateMillis,
        Verdict verdict) {
    /** The verdict on a step. */
    public enum Verdict {
        /** Answers came soon enough. */
        HELD,
        /** They did not. */
        BROKE,
        /** Doctor could not send as fast as it should have, so that the step says nothing of the service. */
        SENDER_TOO_SLOW
    }

    public Step {
        failures = Map.copyOf(failures);
    }

    /** Answers a second. */
    public double throughput() {
        return answered / seconds;
    }

    /** How many failed and how, the most frequent first: {@code 3 times timeout: no answer in time}; empty when none did. */
    public String failuresText() {
        return failures.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey()))
                .map(each -> String.format(Locale.ROOT, "%,d times %s", each.getValue(), each.getKey()))
                .collect(Collectors.joining(", "));
    }

    /** Whether far less was answered than asked: to try that again would show nothing new. */
    boolean isFarBeyond() {
        return answered < 0.8 * due;
    }
}
