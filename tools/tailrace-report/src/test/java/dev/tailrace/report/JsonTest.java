package dev.tailrace.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JsonTest {
    @TempDir
    Path folder;

    @Test
    void text_race_hasTheFieldsThatScriptsReadInTheirOrder() {
        assertThat(Json.text(race())).isEqualTo("""
                        {
                          "schema": 1,
                          "jdk": "17.0.15",
                          "cpus": 2,
                          "rounds": 1,
                          "incidents": [
                            {
                              "id": "I1",
                              "backends": [
                                {
                                  "name": "tailrace",
                                  "version": "0.1.0",
                                  "settings": "default",
                                  "events": 180000,
                                  "lost": 0,
                                  "duplicated": 0,
                                  "torn": 0,
                                  "p50Nanos": 231,
                                  "p99Nanos": 1250,
                                  "p999Nanos": 14000,
                                  "longestCallNanos": 800000,
                                  "blockedMillis": 0,
                                  "cpuNanosPerEvent": 612.5,
                                  "rolls": 6,
                                  "compressions": 5,
                                  "requestsPerSecond": 962.4,
                                  "linesPerRequest": 20
                                }
                              ]
                            }
                          ]
                        }
                        """);
    }

    @Test
    void read_whatWasWritten_isTheSame() throws IOException {
        Path file = folder.resolve("new/folder/race.json");
        Json.write(race(), file.toString());

        assertThat(Json.read(file, RaceResult.class)).isEqualTo(race());
    }

    @Test
    void text_map_keepsItsOrderAndLeavesOutWhatIsNotFinite() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("z", 1);
        map.put("a", Double.NaN);
        map.put("m", "<&'\u00e9>");

        assertThat(Json.text(map)).isEqualTo("{\n  \"z\": 1,\n  \"m\": \"<&'\u00e9>\"\n}\n");
    }

    @Test
    void write_dash_goesToStandardOutputInUtf8() throws IOException {
        PrintStream before = System.out;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            System.setOut(new PrintStream(bytes, false, StandardCharsets.US_ASCII));
            Json.write(List.of("é"), "-");
        } finally {
            System.setOut(before);
        }
        assertThat(bytes.toString(StandardCharsets.UTF_8)).isEqualTo("[\n  \"é\"\n]\n");
    }

    @Test
    void write_folderInsteadOfFile_namesIt() {
        assertThatThrownBy(() -> Json.write(race(), folder.toString()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("cannot write " + folder);
    }

    @Test
    void read_noJson_namesTheFile() throws IOException {
        Path file = Files.writeString(folder.resolve("bad.json"), "no json {");

        assertThatThrownBy(() -> Json.read(file, RaceResult.class))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("cannot read " + file);
    }

    @Test
    void read_emptyFile_namesTheFile() throws IOException {
        Path file = Files.writeString(folder.resolve("empty.json"), "");

        assertThatThrownBy(() -> Json.read(file, RaceResult.class)).hasMessage("cannot read " + file + ": it is empty");
    }

    private static RaceResult race() {
        RaceResult.Backend backend = new RaceResult.Backend(
                "tailrace",
                "0.1.0",
                "default",
                180_000,
                0,
                0,
                0,
                231L,
                1_250L,
                14_000L,
                800_000L,
                0.0,
                612.5,
                null,
                6,
                5,
                962.4,
                20);
        return new RaceResult(
                RaceResult.SCHEMA, "17.0.15", 2, 1, List.of(new RaceResult.Incident("I1", List.of(backend))));
    }
}
