package dev.tailrace.bench.race;

import static org.assertj.core.api.Assertions.assertThat;

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

class ResultsTest {
    private static final Contestant NOOP = contestant(Peer.NOOP);
    private static final Contestant LOGBACK = contestant(Peer.LOGBACK);

    private final Results results = new Results();

    private static Contestant contestant(Peer peer) {
        return new Contestant(peer, "default", "", List.of(), Naming.LOWEST_IS_OLDEST, Contestant.ANY_FILE);
    }

    private void add(Contestant contestant, int round, long longestNanos) {
        Latency latency = new Latency(Latency.histogram(), Latency.histogram(), longestNanos, 0, Series.NONE);
        latency.service().recordValue(longestNanos);
        Phase phase = new Phase(1, 1, 0, 1, 1, 1, latency);
        results.add(
                new Measurement(contestant, round, null, new Audit(1, 1, 0, 0, 0), 0, 0, latency, phase, null, null));
    }

    private Standing standing(Contestant contestant) {
        return results.of(contestant, "1").get(0);
    }

    @Test
    void of_oneRound_hasTheSpreadOfItsHalfSeconds() {
        Phase phase = new Phase(1, 100, 0, 1, 1, 1, Latency.none(), List.of(40.0, 60.0, 50.0));
        results.add(new Measurement(LOGBACK, 0, 1, new Audit(1, 1, 0, 0, 0), 0, 0, Latency.none(), phase, 50.0, null));

        assertThat(standing(LOGBACK).spread()).isEqualTo(Map.of("requestsPerSecond", new Spread(40, 50, 60)));
    }

    @Test
    void of_threeRounds_takesTheMedianOfTheDifferencesToTheNoopOfTheSameRound() {
        // Differences 10, 500, 90; the medians of the two are 100 and 30.
        long[] noop = {20, 100, 910};
        long[] logback = {30, 600, 1_000};
        for (int round = 0; round < 3; round++) {
            add(NOOP, round, noop[round]);
            add(LOGBACK, round, logback[round]);
        }

        assertThat(standing(LOGBACK).longestOverNoopNanos()).isEqualTo(90);
        assertThat(standing(LOGBACK).spread()).containsEntry("longestOverNoopNanos", new Spread(10, 90, 500));
        assertThat(standing(NOOP).longestOverNoopNanos()).isZero();
    }

    @Test
    void of_roundWithoutNoop_leavesItsDifferenceOut() {
        add(NOOP, 0, 20);
        add(LOGBACK, 0, 30);
        add(LOGBACK, 1, 600);

        assertThat(standing(LOGBACK).longestOverNoopNanos()).isEqualTo(10);
    }

    @Test
    void of_severalRounds_sumsLosses() {
        add(LOGBACK, 0, 30);
        add(LOGBACK, 1, 30);

        assertThat(standing(LOGBACK).lost()).isEqualTo(2);
        assertThat(standing(LOGBACK).longestOverNoopNanos()).isNull();
    }

    @Test
    void table_withNoop_showsWhatIsOverIt() {
        add(NOOP, 0, 20_000);
        add(LOGBACK, 0, 30_000);
        RaceReport.Incident incident =
                new RaceReport.Incident("I1", "title", "load", 1, null, List.of(standing(NOOP), standing(LOGBACK)));

        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        RaceTable.print(
                new RaceReport(1, "17", 2, 1, true, "Linux", "ext4", List.of(incident)),
                List.of(),
                false,
                new PrintStream(printed, true, StandardCharsets.UTF_8));

        assertThat(printed.toString(StandardCharsets.UTF_8)).contains("over", "10.0 µs");
    }
}
