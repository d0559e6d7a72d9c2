package dev.tailrace.doctor.rules;

import dev.tailrace.doctor.flight.FlightRecording;
import dev.tailrace.doctor.flight.Ranked;
import dev.tailrace.doctor.signatures.Kind;
import dev.tailrace.doctor.timeline.ThreadSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The stack is walked to find out where a log call stands: threads are seen at it again and again, or the JVM recorded the throwables
 * that a library makes for it.
 */
final class LocationWalks implements DiagnosisRule {
    private static final int LEAST_SEEN = 5;
    private static final double LEAST_SHARE = 0.1;

    /** Fewer are enough where it is half of all that was seen: by chance that happens to a tenth in less than 2 of 100 looks. */
    private static final int LEAST_SEEN_OF_MOST = 3;

    private static final double MOST_SHARE = 0.5;

    /** A rate of throwables; each takes some 10 to 100 microseconds, so it is 5 % of a processor or so. */
    private static final double MANY_PER_SECOND = 1000;

    private static final double SECONDS_EACH = 50e-6;
    private static final int SHOWN = 2;

    @Override
    public List<DiagnosisFinding> check(RuleContext ruleContext) {
        List<DiagnosisFinding> findings = new ArrayList<>();
        seen(ruleContext, findings);
        if (findings.isEmpty()) {
            ruleContext.evidence().all(FlightRecording.class).stream()
                    .filter(each -> each.locationWalkRate() >= MANY_PER_SECOND)
                    .findFirst()
                    .ifPresent(each -> findings.add(recorded(each)));
        }
        return findings;
    }

    private static void seen(RuleContext ruleContext, List<DiagnosisFinding> findings) {
        List<ThreadSnapshot> walking = ruleContext
                .timeline()
                .threads()
                .filter(each ->
                        each.isBusy() && each.stack().logs() && each.stack().work() == Kind.LOCATION)
                .toList();
        long busy = ruleContext.timeline().busy();
        boolean often = walking.size() >= LEAST_SEEN && walking.size() >= LEAST_SHARE * busy;
        boolean mostly = walking.size() >= LEAST_SEEN_OF_MOST && walking.size() >= MOST_SHARE * busy;
        if (!often && !mostly) {
            return;
        }
        ThreadSnapshot one = walking.get(0);
        List<String> evidence = new ArrayList<>();
        evidence.add(EvidenceFormat.stack(one, Kind.LOCATION, Kind.FORMAT, Kind.API));
        EvidenceFormat.callers(walking).ifPresent(evidence::add);
        findings.add(DiagnosisFinding.of(
                DiagnosisCode.LOCATION_WALKS,
                String.format(
                        Locale.ROOT,
                        "Of %,d times that a thread was seen at work, %,d times it walked its stack for a log call.",
                        busy,
                        walking.size()),
                null,
                one.thread().source(),
                evidence,
                walking.size()));
    }

    private static DiagnosisFinding recorded(FlightRecording flight) {
        double rate = flight.locationWalkRate();
        List<String> evidence = new ArrayList<>();
        for (Ranked row : flight.locationWalks().rows().stream().limit(SHOWN).toList()) {
            evidence.add(String.format(
                    Locale.ROOT,
                    "%,.0f %% of them for log calls in %s (%s)",
                    100.0 * row.count() / flight.locationWalks().count(),
                    row.site(),
                    flight.source()));
        }
        return DiagnosisFinding.of(
                DiagnosisCode.LOCATION_WALKS,
                String.format(
                        Locale.ROOT,
                        "The logging library makes %,.0f throwables a second for nothing but their stack, to find where a log call"
                                + " stands.",
                        rate),
                null,
                flight.source(),
                evidence,
                rate * SECONDS_EACH * flight.seconds());
    }
}
