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
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Compares results with targets. A ratio is the median of the ratios of each round, because runs of one round are close in time. A peer
 * that lost a line in any round is excluded. Not thread-safe.
 */
final class Targets {
    private final Map<String, Results> resultsByScene;
    private final List<Target> targets = new ArrayList<>();

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
            best(scene, who + " lines/s, best peer", Targets::perSecond, true, ratio);
            if (kind.equals(BenchScenes.LONG)) {
                against(scene, who + " lines/s, copy loop", Peer.LIMIT, Targets::perSecond, true, 0.6);
            }
            best(scene, who + " CPU, best peer", Measurement::cpuNanosPerEvent, false, cpu);
            if (producers == 1 && kind.equals(BenchScenes.SHORT)) {
                overNoop(scene, "bytes allocated a call", Measurement::bytesPerEvent, 1, Unit.BYTES);
            }
        }
    }

    private static String scene(String kind, int producers) {
        return (kind.equals(BenchScenes.SHORT) ? "106 B" : "1.7 kB") + " x " + producers + ":";
    }

    private void many() {
        List<Double> ratios = new ArrayList<>();
        List<Measurement> one = own(BenchScenes.id(BenchScenes.SHORT, 1));
        List<Measurement> many = own(BenchScenes.id(BenchScenes.SHORT, BenchScenes.MANY));
        for (Measurement round : many) {
            for (Measurement other : one) {
                if (other.round() == round.round()) {
                    ratios.add(perSecond(round) / perSecond(other));
                }
            }
        }
        add("lines/s of 64 producers, of 1", ratios, true, 0.9, Unit.NUMBER, medians(many, one, Targets::perSecond));
    }

    /** Tailrace's appender inside of a peer, against the peer's own. */
    private void inside(String host, Peer ours, String queued, String buffered) {
        for (int producers : new int[] {1, 4}) {
            String scene = BenchScenes.id(BenchScenes.INSIDE, producers);
            for (String encoder : List.of("", "-theirs")) {
                String name = "in " + host + encoder.replace("-theirs", ", its encoder") + " x " + producers + ": ";
                String own = ours.id() + "/" + BackendMatrix.INSIDE + encoder;
                pair(scene, name + "lines/s, " + queued, own, queued, Targets::perSecond, true, 1.5);
                pair(scene, name + "lines/s, " + buffered, own, buffered, Targets::perSecond, true, 1);
                pair(scene, name + "CPU, " + buffered, own, buffered, Measurement::cpuNanosPerEvent, false, 1);
            }
        }
    }

    /** Compares two contestants, by their labels. */
    private void pair(
            String scene,
            String name,
            String own,
            String other,
            ToDoubleFunction<Measurement> figure,
            boolean atLeast,
            double bound) {
        ratio(
                scene,
                name,
                labelled(scene, own),
                labelled(scene, other),
                figure,
                atLeast,
                bound,
                contestant -> contestant.label().equals(other));
    }

    private List<Measurement> labelled(String scene, String label) {
        return of(scene).stream()
                .filter(round -> round.contestant().label().equals(label))
                .toList();
    }

    private void waiting() {
        best(BenchScenes.PACED, "100,000/s: p50, best peer", p(50), false, 1 / 5.0);
        own(BenchScenes.PACED, "100,000/s: p50", p(50), 300);
        own(BenchScenes.PACED, "100,000/s: p99", p(99), 1_000);
        overNoop(BenchScenes.PACED, "100,000/s: p99.9 over no-op", p(99.9), 5_000, Unit.NANOS);
        own(BenchScenes.BURST, "bursts of 10,000: p50", p(50), 200);
        best(BenchScenes.BURST, "bursts: p99.9, best peer", p(99.9), false, 1 / 4.0);
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
        served("HTTP, 1 line: requests/s, no-op", 1, Targets::perSecond, true, 0.97);
        served("HTTP, 20 lines: requests/s, no-op", 20, Targets::perSecond, true, 0.80);
        ToDoubleFunction<Measurement> cpu = round -> Objects.requireNonNullElse(round.cpuNanosPerRequest(), Double.NaN);
        served("HTTP, 1 line: CPU, no-op", 1, cpu, false, 1.01);
    }

    private void start(@Nullable Double jarRatio) {
        against(BenchScenes.START, "first line, Logback", Peer.LOGBACK, p(50), false, 1);
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

    private List<Measurement> of(String scene) {
        Results all = resultsByScene.get(scene);
        return all == null ? List.of() : all.all();
    }

    private List<Measurement> own(String scene) {
        return of(scene).stream()
                .filter(round -> round.contestant().peer() == Peer.TAILRACE)
                .toList();
    }

    private void own(String scene, String name, ToDoubleFunction<Measurement> figure, double bound) {
        List<Measurement> own = own(scene);
        add(name, own.stream().map(figure::applyAsDouble).toList(), false, bound, Unit.NANOS, "");
    }

    /** Compares Tailrace with the best lossless peer of the same round. */
    private void best(String scene, String name, ToDoubleFunction<Measurement> figure, boolean atLeast, double bound) {
        List<Contestant> lossy = of(scene).stream()
                .filter(round -> round.audit().lost() > 0)
                .map(Measurement::contestant)
                .toList();
        List<Measurement> peers = of(scene).stream()
                .filter(round -> isPeer(round.contestant()) && !lossy.contains(round.contestant()))
                .toList();
        ratio(scene, name, own(scene), peers, figure, atLeast, bound, Targets::isPeer);
    }

    static boolean isPeer(Contestant contestant) {
        return !contestant.isNoop()
                && !contestant.isLimit()
                && !contestant.peer().isTailrace();
    }

    private void against(
            String scene, String name, Peer peer, ToDoubleFunction<Measurement> figure, boolean atLeast, double bound) {
        List<Measurement> peers = of(scene).stream()
                .filter(round -> round.contestant().peer() == peer)
                .toList();
        ratio(scene, name, own(scene), peers, figure, atLeast, bound, of -> of.peer() == peer);
    }

    private void ratio(
            String scene,
            String name,
            List<Measurement> ours,
            List<Measurement> peers,
            ToDoubleFunction<Measurement> figure,
            boolean atLeast,
            double bound,
            Predicate<Contestant> isAsked) {
        List<Double> ratios = new ArrayList<>();
        List<Measurement> bests = new ArrayList<>();
        for (Measurement own : ours) {
            Measurement best = null;
            for (Measurement peer : peers) {
                if (peer.round() == own.round()
                        && (best == null || atLeast == figure.applyAsDouble(peer) > figure.applyAsDouble(best))) {
                    best = peer;
                }
            }
            if (best != null) {
                ratios.add(figure.applyAsDouble(own) / figure.applyAsDouble(best));
                bests.add(best);
            }
        }
        String detail = bests.isEmpty()
                ? ""
                : medians(ours, bests, figure) + " of "
                        + bests.get(0).contestant().label();
        Results all = resultsByScene.get(scene);
        if (ratios.isEmpty()
                && !ours.isEmpty()
                && all != null
                && all.failed().stream().anyMatch(isAsked)) {
            // All backends to compare with have crashed, which must not look as if there were no target.
            targets.add(new Target(name, Spread.of(), atLeast, bound, Unit.NUMBER, "no backend to compare with"));
        }
        add(name, ratios, atLeast, bound, Unit.NUMBER, detail);
    }

    private static String medians(
            List<Measurement> own, List<Measurement> others, ToDoubleFunction<Measurement> figure) {
        double mine = Spread.of(own.stream().mapToDouble(figure).toArray()).median();
        double theirs = Spread.of(others.stream().mapToDouble(figure).toArray()).median();
        return String.format(Locale.ROOT, "%,.4g against %,.4g", mine, theirs);
    }

    private void overNoop(String scene, String name, ToDoubleFunction<Measurement> figure, double bound, Unit unit) {
        List<Double> over = new ArrayList<>();
        for (Measurement own : own(scene)) {
            for (Measurement other : of(scene)) {
                if (other.contestant().isNoop() && other.round() == own.round()) {
                    over.add(figure.applyAsDouble(own) - figure.applyAsDouble(other));
                }
            }
        }
        add(name, over, false, bound, unit, "");
    }

    private void served(String name, int lines, ToDoubleFunction<Measurement> figure, boolean atLeast, double bound) {
        List<Double> ratios = new ArrayList<>();
        for (Measurement own : own(BenchScenes.HTTP)) {
            for (Measurement other : of(BenchScenes.HTTP)) {
                if (other.contestant().isNoop()
                        && other.round() == own.round()
                        && Objects.equals(own.linesPerRequest(), lines)
                        && Objects.equals(other.linesPerRequest(), lines)) {
                    ratios.add(figure.applyAsDouble(own) / figure.applyAsDouble(other));
                }
            }
        }
        add(name, ratios, atLeast, bound, Unit.NUMBER, "");
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
