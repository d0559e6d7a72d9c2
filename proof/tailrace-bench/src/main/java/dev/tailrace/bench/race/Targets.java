package dev.tailrace.bench.race;

import dev.tailrace.bench.peers.Contestant;
import dev.tailrace.bench.peers.Peer;
import dev.tailrace.report.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Compares results with targets. A ratio is the median of the ratios of each round, because runs of one round are close in time. A peer
 * that lost a line in any round is excluded. Not thread-safe.
 */
final class Targets {
    private final Map<String, Results> resultsByScene;
    private final List<Target> targets = new ArrayList<>();

    /** What a ratio has to reach. */
    private record Goal(ToDoubleFunction<Measurement> figure, boolean atLeast, double bound) {
        double of(Measurement measurement) {
            return figure.applyAsDouble(measurement);
        }
    }

    private static Goal atLeast(double bound, ToDoubleFunction<Measurement> figure) {
        return new Goal(figure, true, bound);
    }

    private static Goal atMost(double bound, ToDoubleFunction<Measurement> figure) {
        return new Goal(figure, false, bound);
    }

    private Targets(Map<String, Results> resultsByScene) {
        this.resultsByScene = resultsByScene;
    }

    /** All targets whose scenes were run. */
    static List<Target> of(Map<String, Results> resultsByScene, @Nullable Double jarRatio) {
        Targets all = new Targets(resultsByScene);
        all.throughput(BenchScenes.SHORT, 3, 1 / 3.0);
        all.throughput(BenchScenes.LONG, 2, 1 / 2.0);
        all.many();
        all.inside("Logback", Peer.LOGBACK_WITH_TAILRACE, "logback/queued", "logback/buffered");
        all.inside("Log4j 2", Peer.LOG4J2_WITH_TAILRACE, "log4j2/disruptor3", "log4j2/buffered");
        all.waiting();
        all.rolling();
        all.serving();
        all.start(jarRatio);
        return List.copyOf(all.targets);
    }

    private void throughput(String kind, double ratio, double cpu) {
        for (int producers : new int[] {1, 4, 16}) {
            String scene = BenchScenes.id(kind, producers);
            String who = scene(kind, producers);
            best(scene, who + " lines/s, best peer", atLeast(ratio, Targets::perSecond));
            if (kind.equals(BenchScenes.LONG)) {
                against(scene, who + " lines/s, copy loop", Peer.LIMIT, atLeast(0.6, Targets::perSecond));
            }
            best(scene, who + " CPU, best peer", atMost(cpu, Measurement::cpuNanosPerEvent));
            if (producers == 1 && kind.equals(BenchScenes.SHORT)) {
                overNoop(scene, "bytes allocated a call", Measurement::bytesPerEvent, 1, Unit.BYTES);
            }
        }
    }

    private static String scene(String kind, int producers) {
        return (kind.equals(BenchScenes.SHORT) ? "106 B" : "1.7 kB") + " x " + producers + ":";
    }

    private void many() {
        List<Measurement> one = own(BenchScenes.id(BenchScenes.SHORT, 1));
        List<Measurement> many = own(BenchScenes.id(BenchScenes.SHORT, BenchScenes.MANY));
        List<Double> ratios = together(many, one, (ours, other) -> perSecond(ours) / perSecond(other));
        add("lines/s of 64 producers, of 1", ratios, true, 0.9, Unit.NUMBER, medians(many, one, Targets::perSecond));
    }

    /** Tailrace's appender inside of a peer, against the peer's own. */
    private void inside(String host, Peer ours, String queued, String buffered) {
        for (int producers : new int[] {1, 4}) {
            String scene = BenchScenes.id(BenchScenes.INSIDE, producers);
            for (String encoder : List.of("", "-theirs")) {
                String name = "in " + host + encoder.replace("-theirs", ", its encoder") + " x " + producers + ": ";
                List<Measurement> own = labelled(scene, ours.id() + "/" + BackendMatrix.INSIDE + encoder);
                pair(scene, name + "lines/s, " + queued, own, queued, atLeast(1.5, Targets::perSecond));
                pair(scene, name + "lines/s, " + buffered, own, buffered, atLeast(1, Targets::perSecond));
                pair(scene, name + "CPU, " + buffered, own, buffered, atMost(1, Measurement::cpuNanosPerEvent));
            }
        }
    }

    private void pair(String scene, String name, List<Measurement> own, String other, Goal goal) {
        ratio(
                scene,
                name,
                own,
                labelled(scene, other),
                goal,
                contestant -> contestant.label().equals(other));
    }

    private List<Measurement> labelled(String scene, String label) {
        return of(scene, contestant -> contestant.label().equals(label));
    }

    private void waiting() {
        best(BenchScenes.PACED, "100,000/s: p50, best peer", atMost(1 / 5.0, p(50)));
        own(BenchScenes.PACED, "100,000/s: p50", p(50), 300);
        own(BenchScenes.PACED, "100,000/s: p99", p(99), 1_000);
        overNoop(BenchScenes.PACED, "100,000/s: p99.9 over no-op", p(99.9), 5_000, Unit.NANOS);
        own(BenchScenes.BURST, "bursts of 10,000: p50", p(50), 200);
        best(BenchScenes.BURST, "bursts: p99.9, best peer", atMost(1 / 4.0, p(99.9)));
    }

    private void rolling() {
        ToDoubleFunction<Measurement> longest = round -> round.latency().longestNanos();
        overNoop(BenchScenes.ROLLING, "rolling: longest over no-op", longest, 10_000_000, Unit.NANOS);
        own(
                BenchScenes.ROLLING,
                "rolling: calls over 100 ms",
                round -> round.latency().blockedNanos(),
                0);
    }

    private void serving() {
        served("HTTP, 1 line: requests/s, no-op", 1, atLeast(0.97, Targets::perSecond));
        served("HTTP, 20 lines: requests/s, no-op", 20, atLeast(0.80, Targets::perSecond));
        ToDoubleFunction<Measurement> cpu = round -> Objects.requireNonNullElse(round.cpuNanosPerRequest(), Double.NaN);
        served("HTTP, 1 line: CPU, no-op", 1, atMost(1.01, cpu));
    }

    private void start(@Nullable Double jarRatio) {
        against(BenchScenes.START, "first line, Logback", Peer.LOGBACK, atMost(1, p(50)));
        if (jarRatio != null) {
            add("size of the jars, Logback", List.of(jarRatio), false, 1, Unit.NUMBER, "");
        }
    }

    private static double perSecond(Measurement round) {
        return Objects.requireNonNullElse(round.requestsPerSecond(), Double.NaN);
    }

    private static ToDoubleFunction<Measurement> p(double percentile) {
        return round -> round.latency().service().getValueAtPercentile(percentile);
    }

    private List<Measurement> of(String scene, Predicate<Contestant> which) {
        Results all = resultsByScene.get(scene);
        return all == null
                ? List.of()
                : all.all().stream()
                        .filter(round -> which.test(round.contestant()))
                        .toList();
    }

    private List<Measurement> own(String scene) {
        return of(scene, contestant -> contestant.peer() == Peer.TAILRACE);
    }

    private void own(String scene, String name, ToDoubleFunction<Measurement> figure, double bound) {
        List<Measurement> own = own(scene);
        add(name, own.stream().map(figure::applyAsDouble).toList(), false, bound, Unit.NANOS, "");
    }

    /** Compares Tailrace with the best lossless peer of the same round. */
    private void best(String scene, String name, Goal goal) {
        List<Contestant> lossy = of(scene, Targets::isPeer).stream()
                .filter(round -> round.audit().lost() > 0)
                .map(Measurement::contestant)
                .toList();
        List<Measurement> peers = of(scene, contestant -> isPeer(contestant) && !lossy.contains(contestant));
        ratio(scene, name, own(scene), peers, goal, Targets::isPeer);
    }

    static boolean isPeer(Contestant contestant) {
        return !contestant.isNoop()
                && !contestant.isLimit()
                && !contestant.peer().isTailrace();
    }

    private void against(String scene, String name, Peer peer, Goal goal) {
        Predicate<Contestant> asked = contestant -> contestant.peer() == peer;
        ratio(scene, name, own(scene), of(scene, asked), goal, asked);
    }

    private void ratio(
            String scene,
            String name,
            List<Measurement> ours,
            List<Measurement> peers,
            Goal goal,
            Predicate<Contestant> isAsked) {
        List<Double> ratios = new ArrayList<>();
        List<Measurement> bests = new ArrayList<>();
        for (Measurement own : ours) {
            Measurement best = null;
            for (Measurement peer : peers) {
                if (peer.round() == own.round() && (best == null || goal.atLeast == goal.of(peer) > goal.of(best))) {
                    best = peer;
                }
            }
            if (best != null) {
                ratios.add(goal.of(own) / goal.of(best));
                bests.add(best);
            }
        }
        String detail = bests.isEmpty()
                ? ""
                : medians(ours, bests, goal.figure) + " of "
                        + bests.get(0).contestant().label();
        Results all = resultsByScene.get(scene);
        if (ratios.isEmpty()
                && !ours.isEmpty()
                && all != null
                && all.failed().stream().anyMatch(isAsked)) {
            // All backends to compare with have crashed, which must not look as if there were no target.
            targets.add(
                    new Target(name, Spread.of(), goal.atLeast, goal.bound, Unit.NUMBER, "no backend to compare with"));
        }
        add(name, ratios, goal.atLeast, goal.bound, Unit.NUMBER, detail);
    }

    private static String medians(
            List<Measurement> own, List<Measurement> others, ToDoubleFunction<Measurement> figure) {
        double mine = Spread.of(own.stream().mapToDouble(figure).toArray()).median();
        double theirs = Spread.of(others.stream().mapToDouble(figure).toArray()).median();
        return String.format(Locale.ROOT, "%,.4g against %,.4g", mine, theirs);
    }

    /** The values of a function of two measurements of the same round. */
    private static List<Double> together(
            List<Measurement> ours, List<Measurement> others, ToDoubleBiFunction<Measurement, Measurement> function) {
        List<Double> values = new ArrayList<>();
        for (Measurement own : ours) {
            for (Measurement other : others) {
                if (other.round() == own.round() && Objects.equals(other.linesPerRequest(), own.linesPerRequest())) {
                    values.add(function.applyAsDouble(own, other));
                }
            }
        }
        return values;
    }

    private void overNoop(String scene, String name, ToDoubleFunction<Measurement> figure, double bound, Unit unit) {
        List<Double> over = together(
                own(scene),
                of(scene, Contestant::isNoop),
                (own, noop) -> figure.applyAsDouble(own) - figure.applyAsDouble(noop));
        add(name, over, false, bound, unit, "");
    }

    private void served(String name, int lines, Goal goal) {
        List<Measurement> own = own(BenchScenes.HTTP).stream()
                .filter(round -> Objects.equals(round.linesPerRequest(), lines))
                .toList();
        List<Double> ratios =
                together(own, of(BenchScenes.HTTP, Contestant::isNoop), (ours, noop) -> goal.of(ours) / goal.of(noop));
        add(name, ratios, goal.atLeast, goal.bound, Unit.NUMBER, "");
    }

    /** Adds a target, unless its scene was not run. */
    private void add(String name, List<Double> rounds, boolean atLeast, double bound, Unit unit, String detail) {
        if (!rounds.isEmpty()) {
            Spread spread =
                    Spread.of(rounds.stream().mapToDouble(Double::doubleValue).toArray());
            targets.add(new Target(name, spread, atLeast, bound, unit, detail));
        }
    }
}
