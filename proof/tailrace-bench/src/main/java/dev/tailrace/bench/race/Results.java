package dev.tailrace.bench.race;

import dev.tailrace.bench.audit.Audit;
import dev.tailrace.bench.child.Series;
import dev.tailrace.bench.peers.Contestant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Gathers the rounds of an incident and sums them up. Not thread-safe. */
final class Results {
    private final Map<String, List<Measurement>> rows = new LinkedHashMap<>();
    private final Map<Contestant, String> failures = new LinkedHashMap<>();
    private int rounds;

    void add(Measurement measurement) {
        rows.computeIfAbsent(measurement.key(), key -> new ArrayList<>()).add(measurement);
    }

    /** Notes that a round of this contestant failed; its other rounds still count. */
    void fail(Contestant contestant, String reason) {
        failures.putIfAbsent(contestant, reason);
    }

    /** The number of rounds that have begun. */
    int rounds() {
        return rounds;
    }

    void beginRound() {
        rounds++;
    }

    /** The contestants with a failed round. */
    Set<Contestant> failed() {
        return failures.keySet();
    }

    /** The measurements of all rounds and rows. */
    List<Measurement> all() {
        return rows.values().stream().flatMap(List::stream).toList();
    }

    /** The rows of a contestant, one for each number of lines per request; one empty row if all its rounds failed. */
    List<Standing> of(Contestant contestant, String version) {
        List<Standing> standings = new ArrayList<>();
        for (List<Measurement> rounds : rows.values()) {
            if (rounds.get(0).contestant().equals(contestant)) {
                standings.add(standing(rounds, version));
            }
        }
        return standings.isEmpty() ? List.of(nothing(contestant, version)) : standings;
    }

    private Standing standing(List<Measurement> rounds, String version) {
        Measurement first = rounds.get(0);
        boolean noop = first.contestant().isNoop() || first.contestant().isLimit();
        Audit audit = Audit.NONE;
        long rolls = 0;
        long compressions = 0;
        for (Measurement round : rounds) {
            audit = audit.plus(round.audit());
            rolls += round.rolls();
            compressions += round.compressions();
        }
        Map<String, Spread> spread = new LinkedHashMap<>();
        boolean calls = first.latency().service().getTotalCount() > 0;
        Long p50 = calls ? whole(spread, "p50Nanos", rounds, round -> percentile(round, 50)) : null;
        Long p99 = calls ? whole(spread, "p99Nanos", rounds, round -> percentile(round, 99)) : null;
        Long p999 = calls ? whole(spread, "p999Nanos", rounds, round -> percentile(round, 99.9)) : null;
        Long longest = calls
                ? whole(
                        spread,
                        "longestCallNanos",
                        rounds,
                        round -> round.latency().longestNanos())
                : null;
        Double blocked = calls
                ? figure(
                        spread,
                        "blockedMillis",
                        rounds,
                        round -> round.latency().blockedNanos() / 1e6)
                : null;
        Double cpu = figure(spread, "cpuNanosPerEvent", rounds, Measurement::cpuNanosPerEvent);
        Double bytes = figure(
                spread,
                "bytesPerEvent",
                rounds,
                round -> noop ? 0 : round.bytesPerEvent() - reference(round, Measurement::bytesPerEvent, Double.NaN));
        Double perSecond = figure(spread, "requestsPerSecond", rounds, round -> orNaN(round.requestsPerSecond()));
        Double caller = figure(
                spread,
                "callerBytesPerEvent",
                rounds,
                round -> reference(round, Measurement::bytesPerEvent, Double.NaN));
        Long overNoop = calls
                ? whole(
                        spread,
                        "longestOverNoopNanos",
                        rounds,
                        round -> round.latency().longestNanos()
                                - reference(round, other -> other.latency().longestNanos(), Double.NaN))
                : null;
        Long response = first.latency().response().getTotalCount() > 0
                ? whole(
                        spread,
                        "responseP99Nanos",
                        rounds,
                        round -> round.latency().response().getValueAtPercentile(99))
                : null;
        Double cpuPerRequest = figure(spread, "cpuNanosPerRequest", rounds, round -> orNaN(round.cpuNanosPerRequest()));
        Series series = first.latency().series();
        return new Standing(
                first.contestant().peer().id(),
                version,
                first.contestant().settings(),
                audit.events(),
                audit.lost(),
                audit.duplicated(),
                audit.torn(),
                audit.misordered(),
                p50,
                p99,
                p999,
                longest,
                blocked,
                cpu,
                bytes,
                rolls,
                compressions,
                perSecond,
                first.linesPerRequest(),
                caller,
                overNoop,
                response,
                cpuPerRequest,
                files(rounds),
                rounds.size() > 1 ? spread : Map.of(),
                series.events().isEmpty() ? null : series,
                failures.get(first.contestant()));
    }

    private Standing nothing(Contestant contestant, String version) {
        return new Standing(
                contestant.peer().id(),
                version,
                contestant.settings(),
                0,
                0,
                0,
                0,
                0,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                0,
                0,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                Map.of(),
                null,
                failures.get(contestant));
    }

    private static @Nullable Integer files(List<Measurement> rounds) {
        return rounds.stream()
                .map(Measurement::files)
                .filter(Objects::nonNull)
                .max(Comparator.naturalOrder())
                .orElse(null);
    }

    /** The no-op's figure in the same round, with the same number of lines. */
    private double reference(Measurement of, ToDoubleFunction<Measurement> figure, double otherwise) {
        for (List<Measurement> rounds : rows.values()) {
            for (Measurement candidate : rounds) {
                if (candidate.contestant().isNoop()
                        && candidate.round() == of.round()
                        && Objects.equals(candidate.linesPerRequest(), of.linesPerRequest())) {
                    return figure.applyAsDouble(candidate);
                }
            }
        }
        return otherwise;
    }

    private static double percentile(Measurement round, double percentile) {
        return round.latency().service().getValueAtPercentile(percentile);
    }

    private static double orNaN(@Nullable Double value) {
        return value == null ? Double.NaN : value;
    }

    private static @Nullable Long whole(
            Map<String, Spread> spreads, String name, List<Measurement> rounds, ToDoubleFunction<Measurement> figure) {
        Double median = figure(spreads, name, rounds, figure);
        return median == null ? null : (Long) Math.round(median);
    }

    private static @Nullable Double figure(
            Map<String, Spread> spreads, String name, List<Measurement> rounds, ToDoubleFunction<Measurement> figure) {
        Spread spread = Spread.of(rounds.stream().mapToDouble(figure).toArray());
        if (!Double.isFinite(spread.median())) {
            return null;
        }
        spreads.put(name, spread);
        return spread.median();
    }
}
