package dev.tailrace.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.TypeAdapter;
import com.google.gson.reflect.TypeToken;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonTest {
    @TempDir
    Path folder;

    record Backend(
            String name,
            long events,
            @Nullable Long p50Nanos,
            @Nullable Double bytesPerEvent,
            double blockedMillis) {}

    record Race(int schema, String jdk, List<Backend> backends) {}

    @Test
    void text_record_hasItsFieldsInTheirOrderWithoutNulls() {
        assertThat(Json.text(race())).isEqualTo("""
                        {
                          "schema": 1,
                          "jdk": "17.0.15",
                          "backends": [
                            {
                              "name": "tailrace",
                              "events": 180000,
                              "p50Nanos": 231,
                              "blockedMillis": 0
                            }
                          ]
                        }
                        """);
    }

    @Test
    void read_whatWasWritten_isTheSame() throws IOException {
        Path file = folder.resolve("new/folder/race.json");
        Json.write(race(), file.toString());

        assertThat(Json.read(file, Race.class)).isEqualTo(race());
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
    void embedded_textThatEndsAScript_cannot() {
        assertThat(Json.embedded(List.of("</script><!--\u2028", Double.NaN, 3.0)))
                .isEqualTo("[\"\\u003c/script\\u003e\\u003c!--\\u2028\",null,3]");
    }

    @Test
    void write_inAFormOfItsOwn_isReadBack() throws IOException {
        TypeAdapter<Map<String, Long>> counts = Json.builder().create().getAdapter(new TypeToken<>() {});
        Map<String, Long> written = new TreeMap<>(Map.of("a \"b\"", 1L, "\u00e9\n", Long.MAX_VALUE));
        Path file = folder.resolve("new/folder/counts.json");
        Json.write(written, counts, file);
        assertThat(Files.readString(file)).isEqualTo(Json.text(written));
        assertThat(Json.read(file, counts)).isEqualTo(written);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ''                          | End of input (line 1, column 1)
            '{"a": 1,~<<<<<<< HEAD'     | malformed JSON (line 2, column 2)
            '{"a": 1,~"a": 2}'          | '''a'' is there twice (line 2, column 4)'
            '{"a":~null}'               | null where a value is expected (line 2, column 5)
            '{"a": 1}~{}'               | malformed JSON (line 2, column 2)
            '{"a":~1.5}'                | Expected a long but was 1.5 (line 2, column 4)
            '7'                         | Expected BEGIN_OBJECT but was NUMBER (line 1, column 2)
            """)
    void read_inAFormOfItsOwnAndDamaged_saysWhatAndWhere(String text, String message) throws IOException {
        TypeAdapter<Map<String, Long>> counts = Json.builder().create().getAdapter(new TypeToken<>() {});
        Path file = Files.writeString(folder.resolve("counts.json"), text.replace('~', '\n'));
        assertThatThrownBy(() -> Json.read(file, counts))
                .isInstanceOf(IOException.class)
                .hasMessage("cannot read " + file + ": it is not the JSON expected: " + message);
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

        assertThatThrownBy(() -> Json.read(file, Race.class))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("cannot read " + file);
    }

    @Test
    void read_emptyFile_namesTheFile() throws IOException {
        Path file = Files.writeString(folder.resolve("empty.json"), "");

        assertThatThrownBy(() -> Json.read(file, Race.class)).hasMessage("cannot read " + file + ": it is empty");
    }

    private static Race race() {
        return new Race(1, "17.0.15", List.of(new Backend("tailrace", 180_000, 231L, null, 0)));
    }
}
