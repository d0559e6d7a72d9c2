package dev.tailrace.bench.race;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tailrace.bench.audit.Audit;
import dev.tailrace.bench.audit.Naming;
import dev.tailrace.bench.child.Latency;
import dev.tailrace.bench.child.Phase;
import dev.tailrace.bench.child.Series;
import dev.tailrace.bench.peers.Contestant;
import dev.tailrace.bench.peers.Peer;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TargetsTest {
    private static final String LINES = "106 B x 1: lines/s, best peer";

    private final Results results = new Results();

    private static Contestant contestant(Peer peer, String settings) {
        return new Contestant(peer, settings, "", List.of(), Naming.LOWEST_IS_OLDEST, Contestant.ANY_FILE);
    }

    private void flatOut(Peer peer, int round, double linesPerSecond, long lost) {
        flatOut(contestant(peer, "default"), round, linesPerSecond, lost);
    }

    private void flatOut(Contestant contestant, int round, double linesPerSecond, long lost) {
        Latency none = new Latency(Latency.histogram(), Latency.histogram(), 0, 0, Series.NONE);
        Phase phase = new Phase(1, 1_000, 0, 1, (long) (1e12 / linesPerSecond), 0, none);
        Audit audit = new Audit(1_000, lost, 0, 0, 0);
        results.add(new Measurement(contestant, round, 1, audit, 0, 0, none, phase, linesPerSecond, null));
    }

    private Target goal(String scene, String name) {
        return Targets.of(Map.of(scene, results), null).stream()
                .filter(target -> target.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void ratio_severalPeers_isOfTheBestOfEachRound() {
        flatOut(Peer.TAILRACE, 0, 3_000, 0);
        flatOut(Peer.LOGBACK, 0, 500, 0);
        flatOut(Peer.LOG4J2_DISRUPTOR3, 0, 1_000, 0);
        flatOut(Peer.TAILRACE, 1, 4_000, 0);
        flatOut(Peer.LOGBACK, 1, 2_000, 0);
        flatOut(Peer.LOG4J2_DISRUPTOR3, 1, 1_000, 0);

        Target target = goal("short1", LINES);

        assertThat(target.measured()).isEqualTo(new Spread(2, 2.5, 3));
        assertThat(target.isMet()).isFalse();
    }

    @Test
    void inside_isComparedWithThePeersOwnAppender() {
        flatOut(contestant(Peer.LOGBACK, "queued"), 0, 1_000, 0);
        flatOut(contestant(Peer.LOGBACK, "buffered"), 0, 2_000, 0);
        flatOut(contestant(Peer.LOGBACK_WITH_TAILRACE, "tailrace"), 0, 3_000, 0);

        assertThat(goal("inside4", "in Logback x 4: lines/s, logback/queued")
                        .measured()
                        .median())
                .isEqualTo(3);
        assertThat(goal("inside4", "in Logback x 4: lines/s, logback/buffered")
                        .measured()
                        .median())
                .isEqualTo(1.5);
        assertThat(Targets.isPeer(contestant(Peer.LOGBACK_WITH_TAILRACE, "tailrace")))
                .isFalse();
    }

    @Test
    void ratio_peerThatLostInOneRound_isLeftOutOfAll() {
        flatOut(Peer.TAILRACE, 0, 3_000, 0);
        flatOut(Peer.LOGBACK, 0, 1_000, 0);
        flatOut(Peer.LOG4J2_DISRUPTOR3, 0, 2_000, 0);
        flatOut(Peer.TAILRACE, 1, 3_000, 0);
        flatOut(Peer.LOGBACK, 1, 1_000, 0);
        flatOut(Peer.LOG4J2_DISRUPTOR3, 1, 2_000, 1);

        Target target = goal("short1", LINES);

        assertThat(target.measured().median()).isEqualTo(3);
        assertThat(target.isMet()).isTrue();
    }

    @Test
    void ratio_allPeersCrashed_isNotReached() {
        flatOut(Peer.TAILRACE, 0, 3_000, 0);
        results.fail(contestant(Peer.LOGBACK, "default"), "out of memory");

        Target target = goal("short1", LINES);

        assertThat(target.isMeasured()).isFalse();
        assertThat(target.isMet()).isFalse();
    }

    @Test
    void ratio_noPeerAskedFor_hasNoTarget() {
        flatOut(Peer.TAILRACE, 0, 3_000, 0);

        assertThat(Targets.of(Map.of("short1", results), null))
                .noneMatch(target -> target.name().equals(LINES));
    }

    @Test
    void ratio_lessIsBetter_theBestPeerIsTheCheapest() {
        flatOut(Peer.TAILRACE, 0, 4_000, 0);
        flatOut(Peer.LOGBACK, 0, 500, 0);
        flatOut(Peer.LOG4J2_DISRUPTOR3, 0, 1_000, 0);

        Target target = goal("short1", "106 B x 1: CPU, best peer");

        assertThat(target.measured().median()).isCloseTo(0.25, within(1e-9));
        assertThat(target.isMet()).isTrue();
    }

    @Test
    void ratio_theCopyLoop_isNoPeer() {
        flatOut(Peer.TAILRACE, 0, 1_000, 0);
        flatOut(Peer.LOGBACK, 0, 500, 0);
        flatOut(Peer.LIMIT, 0, 2_000, 0);

        assertThat(goal("long1", "1.7 kB x 1: lines/s, best peer").measured().median())
                .isEqualTo(2);
        assertThat(goal("long1", "1.7 kB x 1: lines/s, copy loop").measured().median())
                .isEqualTo(0.5);
        assertThat(goal("long1", "1.7 kB x 1: lines/s, copy loop").isMet()).isFalse();
    }

    @Test
    void of_sceneThatDidNotRun_hasNoTarget() {
        flatOut(Peer.TAILRACE, 0, 1_000, 0);

        assertThat(Targets.of(Map.of("short16", results), null))
                .noneMatch(target -> target.name().startsWith("100,000/s"));
    }

    @Test
    void table_missedTarget_saysNoWithinEightyColumns() {
        flatOut(Peer.TAILRACE, 0, 1_000, 0);
        flatOut(Peer.LOGBACK, 0, 500, 0);
        ByteArrayOutputStream printed = new ByteArrayOutputStream();

        RaceTable.print(
                new RaceReport(1, "17", 2, 1, true, "Linux", "tmpfs", List.of()),
                List.of(goal("short1", LINES)),
                true,
                new PrintStream(printed, true, StandardCharsets.UTF_8));
        String text = printed.toString(StandardCharsets.UTF_8);
        assertThat(text).containsPattern("2 +2 +2  >= 3\\.00  no *!").contains("0 of 1 reached");
        assertThat(text.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
    }
}
