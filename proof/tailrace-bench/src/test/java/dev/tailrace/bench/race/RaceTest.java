package dev.tailrace.bench.race;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.tailrace.bench.child.Pace;
import dev.tailrace.bench.load.LineKind;
import dev.tailrace.bench.peers.Contestant;
import dev.tailrace.testkit.Arguments;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RaceTest {
    private static final List<String> FIELDS = List.of(
            "name",
            "version",
            "settings",
            "events",
            "lost",
            "duplicated",
            "torn",
            "p50Nanos",
            "p99Nanos",
            "p999Nanos",
            "longestCallNanos",
            "blockedMillis",
            "cpuNanosPerEvent",
            "bytesPerEvent",
            "rolls",
            "compressions");

    @TempDir
    Path folder;

    /** A second of 2,000 lines/s into files of 512 kB. */
    private static Scene tinyRollover() {
        List<Contestant> contestants = BackendMatrix.rollover(true, LineKind.LARGE.pattern(), "512KB");
        Pace pace = Pace.paced(LineKind.LARGE, 8, 2_000, 250, 750, 1);
        return new LoggingScene("I1", "tiny", "tiny", contestants, pace, 3);
    }

    @Test
    void race_tinyRollover_findsEveryLineOfLogbackAndWritesTheJson() throws Exception {
        Path json = folder.resolve("race.json");
        Path html = folder.resolve("race.html");
        Path work = Files.createDirectory(folder.resolve("work"));
        Options options = Options.parse(
                "--quick",
                "--backend",
                "logback",
                "--dir",
                work.toString(),
                "--json",
                json.toString(),
                "--html",
                html.toString());

        int status = Race.of(options, List.of(tinyRollover())).start();

        assertThat(status).isZero();
        JsonObject root = JsonParser.parseString(Files.readString(json)).getAsJsonObject();
        assertThat(root.keySet()).contains("schema", "jdk", "cpus", "rounds", "incidents");
        JsonArray rows =
                root.getAsJsonArray("incidents").get(0).getAsJsonObject().getAsJsonArray("backends");
        assertThat(rows).hasSize(2);
        JsonObject logback = rows.get(1).getAsJsonObject();
        assertThat(logback.keySet()).containsAll(FIELDS);
        assertThat(logback.get("name").getAsString()).isEqualTo("logback");
        assertThat(logback.get("events").getAsLong()).isBetween(1_900L, 2_000L);
        assertThat(logback.get("lost").getAsLong()).isZero();
        assertThat(logback.get("duplicated").getAsLong()).isZero();
        assertThat(logback.get("torn").getAsLong()).isZero();
        assertThat(logback.get("misordered").getAsLong()).isZero();
        assertThat(logback.get("compressions").getAsLong()).isPositive();
        assertThat(rows.get(0).getAsJsonObject().get("name").getAsString()).isEqualTo("noop");
        assertThat(Files.readString(html)).contains("logback");
        try (Stream<Path> left = Files.list(work)) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void race_contestantThatCannotStart_isReportedAndEndsWithTwo() throws Exception {
        Path json = folder.resolve("race.json");
        Options options =
                Options.parse("--quick", "--backend", "logback", "--dir", folder.toString(), "--json", json.toString());
        Scene tiny = tinyRollover();
        List<Contestant> broken = tiny.contestants().stream()
                .map(c -> new Contestant(
                        c.peer(), c.settings(), c.configuration(), List.of("-Xmx1k"), c.naming(), c.files()))
                .toList();
        Pace pace = Pace.paced(LineKind.LARGE, 8, 2_000, 250, 750, 1);

        int status = Race.of(options, List.of(new LoggingScene("I1", "tiny", "tiny", broken, pace, 3)))
                .start();

        assertThat(status).isEqualTo(2);
        assertThat(Files.readString(json)).contains("failure");
    }

    @Test
    void parse_misspelledOption_saysWhich() {
        assertThatThrownBy(() -> Options.parse("--quik"))
                .isInstanceOf(Arguments.Misunderstanding.class)
                .hasMessageContaining("--quik");
        assertThatThrownBy(() -> Options.parse("--rounds", "many")).hasMessageContaining("many");
        assertThatThrownBy(() -> Options.parse("--json", "-", "--html", "-")).hasMessageContaining("--html");
    }

    @Test
    void race_unknownIncidentOrBackend_isRefused() throws Exception {
        Options incident = Options.parse("--incident", "I9");
        Options backend = Options.parse("--backend", "slf5j");

        assertThatThrownBy(() -> Race.of(incident, Scenes.all(true))).hasMessageContaining("I9");
        assertThatThrownBy(() -> Race.of(backend, Scenes.all(true))).hasMessageContaining("slf5j");
    }

    @Test
    void scenes_quickAndFull_haveANoopAndUniqueNames() {
        for (boolean quick : new boolean[] {true, false}) {
            for (Scene scene : Scenes.all(quick)) {
                List<String> labels =
                        scene.contestants().stream().map(Contestant::label).toList();
                assertThat(labels)
                        .doesNotHaveDuplicates()
                        .startsWith("noop/default", "tailrace/default")
                        .containsAll(
                                scene instanceof SharedScene
                                        ? List.of("logback/prudent", "log4j2/locking")
                                        : List.of("logback/incident", "log4j2/disruptor3"));
            }
        }
    }

    @Test
    void spread_oddAndEvenRounds_givesTheMedian() {
        assertThat(Spread.of(3, 1, 2)).isEqualTo(new Spread(1, 2, 3));
        assertThat(Spread.of(4, 1, 2, 3)).isEqualTo(new Spread(1, 2.5, 4));
        assertThat(Spread.of(Double.NaN, 5)).isEqualTo(new Spread(5, 5, 5));
        assertThat(Spread.of().median()).isNaN();
    }
}
