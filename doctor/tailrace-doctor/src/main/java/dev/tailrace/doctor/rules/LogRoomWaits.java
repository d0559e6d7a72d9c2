package dev.tailrace.doctor.rules;

import dev.tailrace.doctor.flight.FlightRecording;
import dev.tailrace.doctor.flight.Ranked;
import dev.tailrace.doctor.flight.Ranking;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Callers waited for room in one of Tailrace's logs: its own events in a flight recording say so, and where. */
final class LogRoomWaits implements DiagnosisRule {
    /** Less in a recording is no stall that a person would look for. */
    private static final double LEAST_SECONDS = 0.1;

    private static final int SHOWN = 3;

    @Override
    public List<DiagnosisFinding> check(RuleContext ruleContext) {
        List<DiagnosisFinding> findings = new ArrayList<>();
        for (FlightRecording flight : ruleContext.evidence().all(FlightRecording.class)) {
            if (flight.roomWaits().waits().amount() >= LEAST_SECONDS) {
                findings.add(finding(flight));
            }
        }
        return findings;
    }

    private static DiagnosisFinding finding(FlightRecording flight) {
        Ranking waits = flight.roomWaits().waits();
        Map<String, Double> logs = new LinkedHashMap<>();
        waits.rows().forEach(row -> logs.merge(row.what(), row.amount(), Double::sum));
        String threads = flight.roomWaits().threads().rows().stream()
                .limit(SHOWN)
                .map(Ranked::what)
                .collect(Collectors.joining(", "));
        String cause = String.format(
                Locale.ROOT,
                "Callers waited here for room in the log: %,d times, %.1f s in all, in threads %s%s, at %s.",
                waits.count(),
                waits.amount(),
                threads,
                flight.roomWaits().threads().rows().size() > SHOWN ? " and others" : "",
                waits.rows().get(0).site());
        long dropped = flight.roomWaits().dropped();
        if (dropped > 0) {
            cause += String.format(Locale.ROOT, " %,d events were dropped.", dropped);
        }
        List<String> evidence = new ArrayList<>();
        for (Ranked row : waits.rows().stream().limit(SHOWN).toList()) {
            evidence.add(String.format(
                    Locale.ROOT,
                    "%s: %,d waits, %.1f s, the longest %.2f s, at %s (%s)",
                    row.what(),
                    row.count(),
                    row.amount(),
                    row.most(),
                    row.site(),
                    flight.source()));
        }
        String log = logs.keySet().iterator().next();
        return DiagnosisFinding.of(
                DiagnosisCode.LOG_FULL,
                cause,
                log.isEmpty() ? null : "the log " + log,
                flight.source(),
                evidence,
                waits.amount());
    }
}
