package dev.tailrace.bench.race;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tailrace.bench.audit.Naming;
import dev.tailrace.bench.child.Pace;
import dev.tailrace.bench.load.LineKind;
import dev.tailrace.bench.peers.ChildFailure;
import dev.tailrace.bench.peers.ClassPaths;
import dev.tailrace.bench.peers.Contestant;
import dev.tailrace.bench.peers.Peer;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SharedSceneTest {
    private static final int PROCESSES = 2;

    @TempDir
    Path folder;

    /** Two JVMs with two threads each: a fifth of a second paced, then as much as goes in 50 ms. */
    private Measurement run(Contestant contestant) throws Exception {
        Pace pace = new Pace(LineKind.REQUEST, 2, 500, 100, 200, 10, Integer.MAX_VALUE, 50, 1);
        SharedScene scene = new SharedScene("I2", "tiny", "tiny", List.of(contestant), pace, PROCESSES, 3);
        try (BenchDirectory benchDirectory = BenchDirectory.in(folder, ClassPaths.ofThisBuild())) {
            return scene.run(contestant, 0, benchDirectory).get(0);
        }
    }

    private static Contestant contestant(String label) {
        return BackendMatrix.sharing(false, LineKind.REQUEST.pattern()).stream()
                .filter(contestant -> contestant.label().equals(label))
                .findFirst()
                .orElseThrow();
    }

    private static Contestant with(Contestant contestant, List<String> options, String files) {
        return new Contestant(
                contestant.peer(),
                contestant.settings(),
                contestant.configuration(),
                options,
                contestant.naming(),
                files);
    }

    @Test
    void run_logbackPrudent_findsEveryLineOfBothProcessesInOneFile() throws Exception {
        Measurement measurement = run(contestant("logback/prudent"));

        assertThat(measurement.audit().clean()).isTrue();
        assertThat(measurement.files()).isEqualTo(1);
        // Paced: 2 processes, 2 threads, 50 events of each; and some flat out.
        assertThat(measurement.latency().service().getTotalCount()).isEqualTo(200);
        assertThat(measurement.audit().events()).isGreaterThan(300);
        assertThat(measurement.cost().events())
                .isBetween(4L, measurement.audit().events() - 300);
        assertThat(measurement.requestsPerSecond()).isPositive();
    }

    @Test
    void run_jul_findsEveryLineInAFileForEachProcess() throws Exception {
        Measurement measurement = run(contestant("jul/default"));

        assertThat(measurement.audit().clean()).isTrue();
        assertThat(measurement.files()).isEqualTo(PROCESSES);
    }

    @Test
    void run_linesInANeighbourFile_areLost() throws Exception {
        Measurement measurement = run(with(contestant("jul/default"), List.of(), "app\\.log"));

        assertThat(measurement.audit().lost()).isBetween(1L, measurement.audit().events() - 1);
    }

    @Test
    void run_noop_countsItsCallsAndNoFile() throws Exception {
        Measurement measurement =
                run(new Contestant(Peer.NOOP, "default", "", List.of(), Naming.LOWEST_IS_OLDEST, ".*"));

        assertThat(measurement.audit().lost()).isZero();
        assertThat(measurement.files()).isNull();
        assertThat(measurement.latency().service().getTotalCount()).isEqualTo(200);
    }

    @Test
    void run_processThatCannotStart_isAFailureWithItsLastWords() {
        Contestant broken = with(contestant("logback/prudent"), List.of("-XX:NoSuchOption"), ".*");

        assertThatThrownBy(() -> run(broken)).isInstanceOf(ChildFailure.class).hasMessageContaining("NoSuchOption");
    }
}
