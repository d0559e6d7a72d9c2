package dev.tailrace.doctor.heap;

import dev.tailrace.doctor.flight.FlightRecording;
import dev.tailrace.doctor.flight.Ranked;
import dev.tailrace.doctor.flight.Ranking;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What a flight recording says of garbage, exceptions and writing. Stateless. */
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

    static void judge(FlightRecording flight, List<HeapFinding> findings) {
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
    private static boolean loggingGarbage(FlightRecording flight, double seconds, List<HeapFinding> findings) {
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
        findings.add(new HeapFinding(
                HeapCode.LOGGING_GARBAGE,
                HeapCode.LOGGING_GARBAGE.severity(),
                "Logging allocates " + HeapFormats.percent(allocation.loggingShare()) + " of all: "
                        + HeapFormats.bytes(rate) + " a second.",
                flight.source(),
                evidence,
                "Log less at the places named, use {} instead of joining strings, and leave out of the pattern what walks the stack"
                        + " (%C, %F, %L, %M) or formats much.",
                "It makes no garbage for an event: the same lines cost 0 bytes each."));
        return true;
    }

    private static void whoAllocates(FlightRecording flight, double seconds, List<HeapFinding> findings) {
        Ranking allocation = flight.allocation();
        double rate = allocation.amount() / seconds;
        if (rate < LOGGING_RATE) {
            return;
        }
        findings.add(new HeapFinding(
                HeapCode.WHO_ALLOCATES,
                HeapCode.WHO_ALLOCATES.severity(),
                "The application allocates " + HeapFormats.bytes(rate) + " a second, most of it in "
                        + Allocators.top(flight.allocationSites(), true) + "; logging's share is "
                        + HeapFormats.percent(allocation.loggingShare()) + "."
                        + joined(flight, seconds)
                                .map(each -> " " + Character.toUpperCase(each.charAt(0)) + each.substring(1) + ".")
                                .orElse(""),
                flight.source(),
                List.of(),
                "Nothing has to be done while collections are short; where they aren't, begin with the places named.",
                ""));
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

    private static void exceptions(FlightRecording flight, List<HeapFinding> findings) {
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
        findings.add(new HeapFinding(
                HeapCode.EXCEPTIONS,
                HeapCode.EXCEPTIONS.severity(),
                HeapFormats.number(rate) + " exceptions are thrown a second.",
                flight.source(),
                evidence,
                "Exceptions are for what happens seldom: test before you call (hasNext, containsKey, a parser that answers), or make"
                        + " the exception once, without a stack.",
                ""));
    }

    private static void writes(FlightRecording flight, List<HeapFinding> findings) {
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
        findings.add(new HeapFinding(
                HeapCode.SLOW_LOG_WRITES,
                HeapCode.SLOW_LOG_WRITES.severity(),
                "A write of log lines took " + HeapFormats.millis(slow.get(0).most() * 1000)
                        + "; threads that log meanwhile wait for it, or for the queue before it.",
                flight.source(),
                evidence,
                "See what else writes to that disk, and whether a roll copies or compresses; put the log on a disk of its own.",
                "No caller waits for the disk: lines go to memory, and another thread writes them."));
    }
}
