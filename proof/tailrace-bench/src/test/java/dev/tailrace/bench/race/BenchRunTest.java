package dev.tailrace.bench.race;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchRunTest {
    @TempDir
    Path folder;

    @Tag("slow")
    @Test
    void run_twoScenesOfLogback_measuresItAndWritesJsonAndPage() throws Exception {
        Path json = folder.resolve("bench.json");
        Path html = folder.resolve("bench.html");

        int status = BenchRun.run(
                "--quick",
                "--scene",
                "paced,start",
                "--backend",
                "logback",
                "--dir",
                folder.toString(),
                "--json",
                json.toString(),
                "--html",
                html.toString());

        // Without Tailrace there is no target except the size of its jars, which may be built or not.
        assertThat(status).isBetween(0, 1);
        JsonObject root = JsonParser.parseString(Files.readString(json)).getAsJsonObject();
        assertThat(root.keySet()).containsExactly("schema", "goals", "race");
        JsonArray scenes = root.getAsJsonObject("race").getAsJsonArray("incidents");
        assertThat(scenes).hasSize(2);
        for (int i = 0; i < scenes.size(); i++) {
            JsonArray rows = scenes.get(i).getAsJsonObject().getAsJsonArray("backends");
            for (int row = 0; row < rows.size(); row++) {
                JsonObject standing = rows.get(row).getAsJsonObject();
                assertThat(standing.has("failure")).as("%s", standing).isFalse();
                assertThat(standing.get("lost").getAsLong()).isZero();
                assertThat(standing.get("duplicated").getAsLong()).isZero();
            }
        }
        assertThat(Files.readString(html)).contains("Tailrace bench", "Calls by percentile", "logback");
    }

    @Test
    void run_unknownScene_saysWhichThereAre() {
        assertThat(BenchRun.run("--scene", "nothing")).isEqualTo(2);
    }
}
