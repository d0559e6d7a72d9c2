package dev.tailrace.junit.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The bytes of a baseline file. It is in other projects' repositories, so a new version of Tailrace must not change it. */
class BaselineFormatTest {
    private static final String NASTY = "A#\"quoted\"\\ \b\f\n\r\t\u0000\u001f\u007f\u2028\u2029<&'=>/ü€😀";

    @TempDir
    Path folder;

    private static Baseline all() {
        Map<String, Entry> tests = new LinkedHashMap<>();
        Map<String, Long> places = new TreeMap<>(Map.of("INFO ROOT A.a", 1L, NASTY, Long.MAX_VALUE, "", 0L));
        MethodEntry fill = new MethodEntry(12.5, 0.001, 35_000, 7, 0.82);
        MethodEntry unknown = new MethodEntry(-1, -1, -1, -1, 1e15);
        tests.put("A#a()", new Entry(3, 300, 1, 2, Map.of("ERROR", 3L), places, Map.of("fill", fill)));
        tests.put(NASTY, Entry.NOTHING);
        tests.put("", Entry.NOTHING);
        tests.put("A#none()", new Entry(1, 63, 0, 0, Map.of(), Map.of(), Map.of()));
        tests.put(
                "A#most()",
                new Entry(
                        Long.MAX_VALUE, Long.MAX_VALUE, Long.MIN_VALUE, Long.MAX_VALUE, Map.of(), Map.of(), Map.of()));
        tests.put("A#thrown()", new Entry(0, 0, 0, 1, Map.of(), Map.of(), Map.of()));
        tests.put("A#timed()", new Entry(0, 0, 0, 0, Map.of(), Map.of(), Map.of(NASTY, unknown)));
        return new Baseline("logged", tests);
    }

    private static byte[] golden(String name) throws IOException {
        try (InputStream in = BaselineFormatTest.class.getResourceAsStream(name)) {
            return in.readAllBytes();
        }
    }

    @Test
    void write_allThereCanBe_isTheSameBytesAsEver() throws IOException {
        Path file = folder.resolve("tailrace-kpis.json");
        all().write(file);
        assertThat(Files.readString(file)).isEqualTo(new String(golden("all.json"), StandardCharsets.UTF_8));
        assertThat(Files.readAllBytes(file)).isEqualTo(golden("all.json"));
        new Baseline("thrown", Map.of()).write(file);
        assertThat(Files.readString(file))
                .isEqualTo("{\n  \"schema\": 1,\n  \"exceptions\": \"thrown\",\n  \"tests\": {}\n}\n");
    }

    @Test
    void write_halfASurrogateAndTimesThatAreNoNumber_areLeftOut() throws IOException {
        Path file = folder.resolve("tailrace-kpis.json");
        Map<String, Entry> tests = new TreeMap<>();
        tests.put("A#half\ud83d", Entry.NOTHING);
        MethodEntry infinite = new MethodEntry(Double.POSITIVE_INFINITY, Double.NaN, 1, 1, 1);
        tests.put("A#infinite()", new Entry(1, 1, 0, 0, Map.of(), Map.of(), Map.of("fill", infinite)));
        new Baseline("logged", tests).write(file);
        assertThat(Files.readString(file)).contains("""
                          "tests": {
                            "A#half?": 0,
                            "A#infinite()": {
                              "entries": 1,
                              "bytes": 1,
                              "rootEntries": 0,
                              "exceptions": 0,
                              "levels": {},
                              "methods": {
                                "fill": {
                                  "allocatedBytes": 1,
                                  "classes": 1,
                                  "calibrationMillis": 1
                                }
                              }
                            }
                          }
                        }
                        """);
    }

    @Test
    void read_whatWasWritten_isTheSameInItsOrder() throws IOException {
        Path file = Files.write(folder.resolve("tailrace-kpis.json"), golden("all.json"));
        Baseline read = Baseline.read(file);
        assertThat(read.exceptions()).isEqualTo("logged");
        assertThat(read.tests().keySet())
                .containsExactlyElementsOf(all().tests().keySet());
        read.write(file);
        assertThat(Files.readAllBytes(file)).isEqualTo(golden("all.json"));
    }

    @Test
    void read_otherFormsOfTheSame_areTheSame() throws IOException {
        Path file = Files.writeString(folder.resolve("tailrace-kpis.json"), "\ufeff" + """
                {"later": [{"a": null}, -1e3, "x", true], "tests": {"A#a()": {"time": 7.0, "entries": 1.0,
                 "levels": {"INFO": 1e0}, "other": {}}, "A#\\u0062()\\/": 2, "A#c()": {}},
                 "exceptions": "log\\u0067ed", "schema": 1}""");
        Baseline read = Baseline.read(file);
        assertThat(read.exceptions()).isEqualTo("logged");
        assertThat(read.tests())
                .containsEntry("A#a()", new Entry(1, 0, 0, 0, Map.of("INFO", 1L), Map.of(), Map.of()))
                .containsEntry("A#b()/", Entry.NOTHING)
                .containsEntry("A#c()", Entry.NOTHING);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ''                                               | 1
            '{'                                              | 1
            '[]'                                             | 1
            'null'                                           | 1
            '"x"'                                            | 1
            '<<<<<<< HEAD~{}'                                | 1
            '{"schema": 1,~"tests": {~<<<<<<< HEAD~"A#a()": 1}}' | 3
            '{"schema": 1,~"tests": {~"A#a()": 1,~=======~"A#a()": 2}}' | 4
            '{"schema": 1,~"tests": {"A#a()": 1~"A#b()": 2}}' | 3
            '{"schema": 1,~"tests": {"A#a()": 1,}}'          | 2
            '{"schema": 1,~"tests": {,"A#a()": 1}}'          | 2
            '{"schema": 1,~"tests": {"A#a()" 1}}'            | 2
            '{"schema": 1,~"tests": {"A#a()": x}}'           | 2
            '{"schema": 1,~"tests": {"A#a()": true}}'        | 2
            '{"schema": 1,~"tests": {"A#a()": null}}'        | 2
            '{"schema": 1,~"tests": {"A#a()": [1]}}'         | 2
            '{"schema": 1,~"tests": {"A#a()": "x"}}'         | 2
            '{"schema": 1,~"tests": {"A#a()": 01}}'          | 2
            '{"schema": 1,~"tests": {"A#a()": -}}'           | 2
            '{"schema": 1,~"tests": {"A#a()": 1e999}}'       | 2
            '{"schema": 1,~"tests": {"A#a()": NaN}}'         | 2
            '{"schema": 1,~"tests": {"A#a()": {"entries":~1.5}}}' | 3
            '{"schema": 1,~"tests": {"A#a()": {"entries":~99999999999999999999}}}' | 3
            '{"schema": 1,~"tests": {"A#a()": {"levels":~{"INFO": "x"}}}}' | 3
            '{"schema": 1,~"tests": {"A#a()": {"levels":~{"INFO": null}}}}' | 3
            '{"schema": 1,~"tests": []}'                     | 2
            '{"schema": 1,~"tests": {}} {}'                  | 2
            '{"schema": 1,~"tests": {}}}'                    | 2
            '{"schema": 1,~"tests": {}'                      | 2
            '{"schema": 1,~"tests": {}]'                     | 2
            '{"schema": 1,~"other": {"a": }}'                | 2
            '{"schema": 1,~"exceptions": null}'              | 2
            '{"schema": 1,~"exceptions": {}}'                | 2
            '{"schema":~"x"}'                                | 2
            '{"schema":~1.5}'                                | 2
            '{"schema":~4294967297}'                         | 2
            '{"schema": 1,~"tests": {"\\x": 1}}'             | 2
            '{"schema": 1,~"tests": {"\\u12g4": 1}}'         | 2
            '{"schema": 1,~"tests": {"A#a()": 1, // why~"A#b()": 2}}' | 2
            """)
    void read_damagedFile_saysWhichAndInWhichLine(String text, int line) throws IOException {
        Path file = Files.writeString(folder.resolve("tailrace-kpis.json"), text.replace('~', '\n'));
        assertThatThrownBy(() -> Baseline.read(file))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("cannot read " + file + ": it is not the JSON expected: ")
                .hasMessageContaining("(line " + line + ", column ")
                .hasMessageNotContaining("\n")
                .hasMessageNotContaining("http");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            '{"schema": 1,~"tests": {"A#a()": 1,~"A#a()": 2}}' | A#a() | 3
            '{"schema": 1,~"tests": {"A": {"entries": 1, "levels": {"INFO": 1,~"INFO": 2}}}}' | INFO | 3
            '{"schema": 1,~"tests": {"A": {"entries": 1, "places": {"x": 1, "x": 1}}}}' | x | 2
            """)
    void read_sameNameTwice_isRefusedWithItsLine(String text, String name, int line) throws IOException {
        Path file = Files.writeString(folder.resolve("tailrace-kpis.json"), text.replace('~', '\n'));
        assertThatThrownBy(() -> Baseline.read(file))
                .hasMessageStartingWith("cannot read " + file + ": it is not the JSON expected: '" + name
                        + "' is there twice (line " + line + ", column ");
    }

    @Test
    void read_textOfTwoLines_isRefused() throws IOException {
        Path file = Files.writeString(
                folder.resolve("tailrace-kpis.json"), "{\"schema\": 1,\n\"tests\": {\"A#a: 1,\n\"A#b\": 2}}");
        assertThatThrownBy(() -> Baseline.read(file)).hasMessageContaining("(line 2, column ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"A#\u00fc", "A#a\u00c3", "A#\u00c0\u0080"})
    void read_notUtf8_isRefusedWithItsLine(String latin) throws IOException {
        String text = "{\"schema\": 1,\n\"tests\": {\"" + latin + "\": 1}}";
        Path file = Files.write(folder.resolve("tailrace-kpis.json"), text.getBytes(StandardCharsets.ISO_8859_1));
        assertThatThrownBy(() -> Baseline.read(file))
                .hasMessageContaining("cannot read " + file)
                .hasMessageContaining("not in UTF-8 (line 2, column ");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            '{"schema": 99, "tests": []}' | 99
            '{"exceptions": "logged"}'    | 0
            '{}'                          | 0
            """)
    void read_otherSchema_saysItAndWhatToDo(String text, int schema) throws IOException {
        Path file = Files.writeString(folder.resolve("tailrace-kpis.json"), text);
        assertThatThrownBy(() -> Baseline.read(file))
                .isInstanceOf(IOException.class)
                .hasMessage("cannot use " + file + ": its schema is " + schema
                        + ", not 1. Remove it and write a new one with -Dtailrace.kpis=update.");
    }
}
