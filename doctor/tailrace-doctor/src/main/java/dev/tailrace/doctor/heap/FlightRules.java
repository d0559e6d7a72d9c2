package dev.tailrace.doctor.heap;

import dev.tailrace.doctor.flight.FlightRecording;
import dev.tailrace.doctor.flight.Ranked;
import dev.tailrace.doctor.flight.Ranking;
import dev.tailrace.lint.remark.Remark;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Rules on garbage, exceptions and writing in a flight recording. Stateless. */
final class FlightRules {
    private static final double LOGGING_SHARE = 0.2;

    /** Bytes a second; below it the effect is not felt. */
    private static final double LOGGING_RATE = 20.0 * (1 << 20);

    /** A second; each costs 10 to 100 microseconds, mostly for its stack. */
    private static final double MANY_EXCEPTIONS = 200;

    private static final double SLOW_WRITE_SECONDS = 0.1;
    private static final int SHOWN = 3;

    private static final double JOINED_SHARE = 0.02;

    private FlightRules() {}

    static void judge(FlightRecording flight, List<Remark> findings) {
        double seconds = flight.seconds();
        if (seconds <= 0) {
            return;
        }
        if (!loggingGarbage(flight, seconds, findings)) {
            whoAllocates(flight, seconds, findings);
        }
        exceptions(flight, findings);
        writes(flight, findings);
    }

    /** @return whether logging makes much of the garbage */
    private static boolean loggingGarbage(FlightRecording flight, double seconds, List<Remark> findings) {
        Ranking allocation = flight.allocation();
        double rate = allocation.loggingAmount() / seconds;
        if (allocation.loggingShare() < LOGGING_SHARE || rate < LOGGING_RATE) {
            return false;
        }
        List<String> evidence = new ArrayList<>();
        joined(flight, seconds).ifPresent(evidence::add);
        evidence.add("of " + HeapFormats.bytes(allocation.amount() / seconds) + " allocated a second, "
                + HeapFormats.bytes(rate) + " have a logging library in their stack (" + flight.source() + ")");
        flight.allocationSites().rows().stream()
                .filter(Ranked::logging)
                .limit(SHOWN)
                .forEach(row ->
                        evidence.add(row.site() + " logs: " + HeapFormats.bytes(row.amount() / seconds) + " a second"));
        findings.add(HeapCode.LOGGING_GARBAGE.finding(
                "Logging allocates " + HeapFormats.percent(allocation.loggingShare()) + " of all: "
                        + HeapFormats.bytes(rate) + " a second.",
                flight.source(),
                evidence));
        return true;
    }

    private static void whoAllocates(FlightRecording flight, double seconds, List<Remark> findings) {
        Ranking allocation = flight.allocation();
        double rate = allocation.amount() / seconds;
        if (rate < LOGGING_RATE) {
            return;
        }
        findings.add(HeapCode.WHO_ALLOCATES.finding(
                "The application allocates " + HeapFormats.bytes(rate) + " a second, most of it in "
                        + Allocators.top(flight.allocationSites(), true) + "; logging's share is "
                        + HeapFormats.percent(allocation.loggingShare()) + "."
                        + joined(flight, seconds)
                                .map(each -> " " + Character.toUpperCase(each.charAt(0)) + each.substring(1) + ".")
                                .orElse(""),
                flight.source(),
                List.of()));
    }

    /** Strings that are joined in the line of a log call, before it: the library is not in their stack, but they are made for it. */
    private static Optional<String> joined(FlightRecording flight, double seconds) {
        Set<String> calls = flight.allocationSites().rows().stream()
                .filter(each -> each.logging() && !each.site().isEmpty())
                .map(Ranked::site)
                .collect(Collectors.toSet());
        List<Ranked> joined = flight.allocationSites().rows().stream()
                .filter(each -> !each.logging() && calls.contains(each.site()))
                .toList();
        double bytes = joined.stream().mapToDouble(Ranked::amount).sum();
        double share = bytes / Math.max(1, flight.allocationSites().amount());
        return share < JOINED_SHARE
                ? Optional.empty()
                : Optional.of("another " + HeapFormats.percent(share) + " (" + HeapFormats.bytes(bytes / seconds)
                        + " a second) is made in lines with a log call, before it, as by joining strings: "
                        + joined.stream().limit(SHOWN).map(Ranked::site).collect(Collectors.joining(", ")));
    }

    private static void exceptions(FlightRecording flight, List<Remark> findings) {
        double rate = flight.exceptionRate();
        if (rate < MANY_EXCEPTIONS) {
            return;
        }
        List<String> evidence = new ArrayList<>();
        flight.exceptions().rows().stream()
                .limit(SHOWN)
                .forEach(row -> evidence.add(row.what() + " thrown by " + row.site() + ": "
                        + HeapFormats.percent((double) row.count()
                                / Math.max(1, flight.exceptions().count()))
                        + (row.logging() ? ", beneath a logging call" : "")));
        if (evidence.isEmpty()) {
            evidence.add("the recording counts them, but does not show where (" + flight.source() + ")");
        }
        findings.add(HeapCode.EXCEPTIONS.finding(
                HeapFormats.number(rate) + " exceptions are thrown a second.", flight.source(), evidence));
    }

    private static void writes(FlightRecording flight, List<Remark> findings) {
        List<Ranked> slow = flight.writes().rows().stream()
                .filter(row -> row.logging() && row.most() >= SLOW_WRITE_SECONDS)
                .toList();
        if (slow.isEmpty()) {
            return;
        }
        List<String> evidence = slow.stream()
                .limit(SHOWN)
                .map(row -> (row.what().isEmpty() ? "a file" : row.what()) + ": longest write "
                        + HeapFormats.millis(row.most() * 1000) + ", " + row.count() + " slow ones, called by "
                        + row.site())
                .toList();
        findings.add(HeapCode.SLOW_LOG_WRITES.finding(
                "A write of log lines took " + HeapFormats.millis(slow.get(0).most() * 1000)
                        + "; threads that log meanwhile wait for it, or for the queue before it.",
                flight.source(),
                evidence));
    }
}
