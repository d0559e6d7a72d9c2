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
        Long p50 = whole(spread, "p50Nanos", rounds, round -> percentile(round, 50));
        Long p99 = whole(spread, "p99Nanos", rounds, round -> percentile(round, 99));
        Long p999 = whole(spread, "p999Nanos", rounds, round -> percentile(round, 99.9));
        Long longest = whole(spread, "longestCallNanos", rounds, Results::longest);
        Double blocked = figure(
                spread,
                "blockedMillis",
                rounds,
                round -> hasCalls(round) ? round.latency().blockedNanos() / 1e6 : Double.NaN);
        Double cpu = figure(spread, "cpuNanosPerEvent", rounds, Measurement::cpuNanosPerEvent);
        Double bytes = figure(
                spread,
                "bytesPerEvent",
                rounds,
                round -> noop ? 0 : round.bytesPerEvent() - reference(round, Measurement::bytesPerEvent));
        Double perSecond = figure(spread, "requestsPerSecond", rounds, round -> orNaN(round.requestsPerSecond()));
        Double caller =
                figure(spread, "callerBytesPerEvent", rounds, round -> reference(round, Measurement::bytesPerEvent));
        Long overNoop = whole(
                spread, "longestOverNoopNanos", rounds, round -> longest(round) - reference(round, Results::longest));
        Long response = whole(
                spread,
                "responseP99Nanos",
                rounds,
                round -> percentile(round.latency().response(), 99));
        Double cpuPerRequest = figure(spread, "cpuNanosPerRequest", rounds, round -> orNaN(round.cpuNanosPerRequest()));
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
                first == null ? null : first.linesPerRequest(),
                caller,
                overNoop,
                response,
                cpuPerRequest,
                files(rounds),
                rounds.size() > 1 ? spread : ofSlices(rounds, perSecond),
                series.events().isEmpty() ? null : series,
                failures.get(contestant));
    }

    /** After one round: what the halves of a second differ by. */
    private static Map<String, Spread> ofSlices(List<Measurement> rounds, @Nullable Double perSecond) {
        if (perSecond == null || rounds.get(0).cost().linesPerSecond().size() < 2) {
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
