package dev.tailrace.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonStreamTest {
    @TempDir
    Path folder;

    private Map<String, Long> counts(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("counts.json"), text);
        return JsonStream.read(file, JsonStream::counts);
    }

    @Test
    void write_thenRead_isTheSame() throws IOException {
        Map<String, Long> counts = new TreeMap<>(Map.of("a \"b\"", 1L, "é\n", Long.MAX_VALUE));
        Path file = folder.resolve("new/folder/counts.json");
        JsonStream.write(file, JsonStream::counts, counts);
        assertThat(counts(Files.readString(file))).isEqualTo(counts);
    }

    @Test
    void text_recordByHand_isWhatReflectionWrites() {
        record Row(String name, List<String> texts, double share, double whole, Map<String, Long> counts) {}
        Row row = new Row("<&'é>", List.of("x"), 0.25, 3, Map.of());
        String byHand = JsonStream.text(
                (out, value) -> {
                    out.beginObject();
                    out.name("name").value(value.name());
                    JsonStream.strings(out.name("texts"), value.texts());
                    out.name("share").value(value.share());
                    out.name("whole").value(value.whole());
                    out.name("missing").value(Double.NaN);
                    JsonStream.counts(out.name("counts"), value.counts());
                    out.endObject();
                },
                row);
        assertThat(byHand).isEqualTo(Json.text(row));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "[]",
                "null",
                "{\"a\": 1} {}",
                "{\"a\": 1, \"a\": 2}",
                "{\"a\": \"x\"}",
                "{\"a\": 1.5}",
                "{\"a\": 99999999999999999999}",
                "{\"a\": 1,}",
                "{,\"a\": 1}",
                "{\"a\": 1 \"b\": 2}",
                "{\"a\" 1}",
                "{\"a: 1}",
                "{\"a\": 1]",
                "{\"a\": 01}",
                "{\"a\": -}",
                "{\"\\x\": 1}",
                "{\"\\u12g4\": 1}",
                "{\"a\\",
                "<<<<<<< HEAD\n{}"
            })
    void read_notTheJsonExpected_namesTheFile(String text) {
        assertThatThrownBy(() -> counts(text))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("counts.json: it is not the JSON expected");
    }

    @Test
    void embedded_textThatEndsAScript_cannot() {
        assertThat(JsonStream.embedded(JsonStream::strings, List.of("</script><!--\u2028")))
                .doesNotContain("<", "\u2028");
    }
}
