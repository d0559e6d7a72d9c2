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
import org.HdrHistogram.Histogram;
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

    int rounds() {
        return rounds;
    }

    void beginRound() {
        rounds++;
    }

    Set<Contestant> failed() {
        return failures.keySet();
    }

    List<Measurement> all() {
        return rows.values().stream().flatMap(List::stream).toList();
    }

    /** The rows of a contestant, one for each number of lines per request; one empty row if all its rounds failed. */
    List<Standing> of(Contestant contestant, String version) {
        List<Standing> standings = new ArrayList<>();
        for (List<Measurement> rounds : rows.values()) {
            if (rounds.get(0).contestant().equals(contestant)) {
                standings.add(standing(contestant, rounds, version));
            }
        }
        return standings.isEmpty() ? List.of(standing(contestant, List.of(), version)) : standings;
    }

    private Standing standing(Contestant contestant, List<Measurement> rounds, String version) {
        boolean noop = contestant.isNoop() || contestant.isLimit();
        Audit audit = Audit.NONE;
        long rolls = 0;
        long compressions = 0;
        for (Measurement round : rounds) {
            audit = audit.plus(round.audit());
            rolls += round.rolls();
            compressions += round.compressions();
        }
        Map<String, Spread> spread = new LinkedHashMap<>();
        Measurement first = rounds.isEmpty() ? null : rounds.get(0);
        Series series = first == null ? Series.NONE : first.latency().series();
        return new Standing(
                contestant.peer().id(),
                version,
                contestant.settings(),
                audit.events(),
                audit.lost(),
                audit.duplicated(),
                audit.torn(),
                audit.misordered(),
                whole(spread, "p50Nanos", rounds, round -> percentile(round, 50)),
                whole(spread, "p99Nanos", rounds, round -> percentile(round, 99)),
                whole(spread, "p999Nanos", rounds, round -> percentile(round, 99.9)),
                whole(spread, "longestCallNanos", rounds, Results::longest),
                figure(spread, "blockedMillis", rounds, Results::blockedMillis),
                figure(spread, "cpuNanosPerEvent", rounds, Measurement::cpuNanosPerEvent),
                figure(
                        spread,
                        "bytesPerEvent",
                        rounds,
                        round -> noop ? 0 : overNoop(round, Measurement::bytesPerEvent)),
                rolls,
                compressions,
                figure(spread, "requestsPerSecond", rounds, round -> orNaN(round.requestsPerSecond())),
                first == null ? null : first.linesPerRequest(),
                figure(spread, "callerBytesPerEvent", rounds, round -> reference(round, Measurement::bytesPerEvent)),
                whole(spread, "longestOverNoopNanos", rounds, round -> overNoop(round, Results::longest)),
                whole(
                        spread,
                        "responseP99Nanos",
                        rounds,
                        round -> percentile(round.latency().response(), 99)),
                figure(spread, "cpuNanosPerRequest", rounds, round -> orNaN(round.cpuNanosPerRequest())),
                files(rounds),
                rounds.size() > 1 ? spread : ofSlices(rounds),
                series.events().isEmpty() ? null : series,
                failures.get(contestant));
    }

    /** After one round: what the halves of a second differ by. */
    private static Map<String, Spread> ofSlices(List<Measurement> rounds) {
        if (rounds.isEmpty()
                || rounds.get(0).requestsPerSecond() == null
                || rounds.get(0).cost().linesPerSecond().size() < 2) {
            return Map.of();
        }
        double[] slices = rounds.get(0).cost().linesPerSecond().stream()
                .mapToDouble(Double::doubleValue)
                .toArray();
        return Map.of("requestsPerSecond", Spread.of(slices));
    }

    private static @Nullable Integer files(List<Measurement> rounds) {
        return rounds.stream()
                .map(Measurement::files)
                .filter(Objects::nonNull)
                .max(Comparator.naturalOrder())
                .orElse(null);
    }

    /** The no-op's figure in the same round, with the same number of lines. */
    private double reference(Measurement of, ToDoubleFunction<Measurement> figure) {
        for (List<Measurement> rounds : rows.values()) {
            for (Measurement candidate : rounds) {
                if (candidate.contestant().isNoop()
                        && candidate.round() == of.round()
                        && Objects.equals(candidate.linesPerRequest(), of.linesPerRequest())) {
                    return figure.applyAsDouble(candidate);
                }
            }
        }
        return Double.NaN;
    }

    private double overNoop(Measurement of, ToDoubleFunction<Measurement> figure) {
        return figure.applyAsDouble(of) - reference(of, figure);
    }

    private static double blockedMillis(Measurement round) {
        return hasCalls(round) ? round.latency().blockedNanos() / 1e6 : Double.NaN;
    }

    private static boolean hasCalls(Measurement round) {
        return round.latency().service().getTotalCount() > 0;
    }

    private static double longest(Measurement round) {
        return hasCalls(round) ? round.latency().longestNanos() : Double.NaN;
    }

    private static double percentile(Measurement round, double percentile) {
        return percentile(round.latency().service(), percentile);
    }

    private static double percentile(Histogram calls, double percentile) {
        return calls.getTotalCount() == 0 ? Double.NaN : calls.getValueAtPercentile(percentile);
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
