package dev.tailrace.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.FormattingStyle;
import com.google.gson.Strictness;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Gson, strict as it can be, is the judge of what JSON is. */
class JsonInputTest {
    private static final int ROUNDS = 200_000;
    private static final int CHARACTERS = 12;
    private static final String DOCUMENT = """
            {"a": [1, -2.5e3, 0.1E-2, true, false, null, "x\\n\\u00e9\\\\"], "b": {"c": {}, "d": []},
             "e": [{"f": "g"}, [[]], 10, 0], "\\"": 123456789012345678}
            """;

    /** Without escapes: such is read in another way. */
    private static final String SIMPLE = """
            {"a": ["x", "", "y z"],
             "b": {"c#d(int)": 1, "e": {}},

             "f": "g", "h": ["i"
            , "j"]}
            """;

    @Test
    void skipValue_damagedText_isRefusedAsByGson() {
        Random random = new Random(1);
        int refused = 0;
        for (int round = 0; round < ROUNDS; round++) {
            String text = damaged(random, round % 2 == 0 ? DOCUMENT : SIMPLE);
            boolean ours = isRead(text);
            boolean gsons = isReadByGson(text);
            assertThat(ours).as(text).isEqualTo(gsons);
            refused += ours ? 0 : 1;
        }
        assertThat(refused).isBetween(ROUNDS / 10, ROUNDS * 9 / 10);
    }

    @Test
    void nextString_damagedTextWithoutEscapes_isThatOfGson() throws IOException {
        Random random = new Random(3);
        int read = 0;
        for (int round = 0; round < ROUNDS / 4; round++) {
            String text = damaged(random, SIMPLE);
            if (isRead(text)) {
                StringBuilder gsons = new StringBuilder();
                JsonReader reader = new JsonReader(new StringReader(text));
                reader.setStrictness(Strictness.STRICT);
                walk(reader, gsons);
                StringBuilder ours = new StringBuilder();
                walk(input(text), ours);
                assertThat(ours.toString()).as(text).isEqualTo(gsons.toString());
                read++;
            }
        }
        assertThat(read).isGreaterThan(ROUNDS / 40);
    }

    /** Names and texts, and numbers as they are in {@link #SIMPLE}. */
    private static void walk(JsonInput in, StringBuilder seen) throws IOException {
        try {
            seen.append(in.nextString());
            return;
        } catch (JsonInput.Malformed noText) {
            // Nothing was taken.
        }
        if (in.isNumber()) {
            seen.append(in.nextDouble());
            return;
        }
        try {
            in.beginObject();
        } catch (JsonInput.Malformed noObject) {
            in.beginArray();
            while (in.hasNext()) {
                walk(in, seen);
            }
            in.endArray();
            return;
        }
        while (in.hasNext()) {
            seen.append(in.nextName());
            walk(in, seen);
        }
        in.endObject();
    }

    private static JsonInput input(String text) {
        return new JsonInput(text.getBytes(StandardCharsets.UTF_8));
    }

    /** One or two characters replaced, inserted or removed. */
    private static String damaged(Random random, String document) {
        String characters = "{}[],:\"\\ \n019.eE+-tfnulxr/b";
        StringBuilder text = new StringBuilder(document);
        for (int i = random.nextInt(2); i >= 0; i--) {
            int at = random.nextInt(text.length());
            char c = characters.charAt(random.nextInt(characters.length()));
            switch (random.nextInt(3)) {
                case 0 -> text.setCharAt(at, c);
                case 1 -> text.insert(at, c);
                default -> text.deleteCharAt(at);
            }
        }
        return text.toString();
    }

    private static boolean isRead(String text) {
        try {
            JsonInput in = input(text);
            in.skipValue();
            in.end();
            return true;
        } catch (JsonInput.Malformed refused) {
            assertThat(refused).hasMessageContaining("(line ");
            return false;
        }
    }

    private static boolean isReadByGson(String text) {
        JsonReader in = new JsonReader(new StringReader(text));
        in.setStrictness(Strictness.STRICT);
        try {
            walk(in, new StringBuilder());
            return in.peek() == JsonToken.END_DOCUMENT;
        } catch (IOException | IllegalStateException | NumberFormatException refused) {
            return false;
        }
    }

    /** Not {@code skipValue()}, which doesn't look at texts. */
    private static void walk(JsonReader in, StringBuilder seen) throws IOException {
        switch (in.peek()) {
            case BEGIN_OBJECT -> {
                in.beginObject();
                while (in.hasNext()) {
                    seen.append(in.nextName());
                    walk(in, seen);
                }
                in.endObject();
            }
            case BEGIN_ARRAY -> {
                in.beginArray();
                while (in.hasNext()) {
                    walk(in, seen);
                }
                in.endArray();
            }
            case STRING -> seen.append(in.nextString());
            case NUMBER -> seen.append(in.nextDouble());
            case BOOLEAN -> seen.append(in.nextBoolean());
            case NULL -> in.nextNull();
            default -> throw new IllegalStateException("nothing that begins a value");
        }
    }

    @Test
    void document_writtenByEither_isTheSame() throws IOException {
        for (int seed = 0; seed < ROUNDS / 20; seed++) {
            boolean embedded = seed % 2 == 0;
            StringWriter byGson = new StringWriter();
            JsonWriter gsons = new JsonWriter(byGson);
            gsons.setHtmlSafe(embedded);
            gsons.setSerializeNulls(false);
            if (!embedded) {
                gsons.setFormattingStyle(FormattingStyle.PRETTY);
            }
            JsonOutput ours = new JsonOutput(embedded);
            write(new Random(seed), 0, gsons, ours, embedded);
            assertThat(ours.text()).isEqualTo(byGson.toString());
        }
    }

    private static void write(Random random, int depth, JsonWriter gsons, JsonOutput ours, boolean embedded)
            throws IOException {
        boolean object = random.nextBoolean();
        boolean oneLine = !embedded && depth > 0 && random.nextInt(4) == 0;
        if (object) {
            gsons.beginObject();
            ours.beginObject();
        } else {
            gsons.beginArray();
            ours.beginArray();
        }
        if (oneLine) {
            gsons.setFormattingStyle(FormattingStyle.COMPACT.withSpaceAfterSeparators(true));
            ours.oneLine(true);
        }
        for (int i = random.nextInt(4); i > 0; i--) {
            String text = text(random);
            if (object) {
                gsons.name(text);
                ours.name(text);
            }
            switch (random.nextInt(depth < 4 && !oneLine ? 5 : 4)) {
                case 0 -> {
                    gsons.value(text);
                    ours.value(text);
                }
                case 1 -> {
                    gsons.value(i * 1_000_003L);
                    ours.value(i * 1_000_003L);
                }
                case 2 -> {
                    gsons.value(i > 1);
                    ours.value(i > 1);
                }
                case 3 -> {
                    gsons.nullValue();
                    ours.value(Double.NaN);
                }
                default -> write(random, depth + 1, gsons, ours, embedded);
            }
        }
        if (object) {
            gsons.endObject();
            ours.endObject();
        } else {
            gsons.endArray();
            ours.endArray();
        }
        if (oneLine) {
            gsons.setFormattingStyle(FormattingStyle.PRETTY);
            ours.oneLine(false);
        }
    }

    @Test
    void textsAndNumbers_writtenByEither_areReadByTheOther() throws IOException {
        Random random = new Random(2);
        for (int round = 0; round < ROUNDS / 10; round++) {
            String text = text(random);
            double number = Double.longBitsToDouble(random.nextLong());
            number = Double.isFinite(number) ? number : random.nextInt();
            long whole = random.nextLong() >> random.nextInt(Long.SIZE);
            String written = JsonStream.text(
                    (out, value) -> out.beginArray()
                            .value(text)
                            .value(whole)
                            .value(value)
                            .endArray(),
                    number);
            JsonReader gsons = new JsonReader(new StringReader(written));
            gsons.setStrictness(Strictness.STRICT);
            gsons.beginArray();
            assertThat(gsons.nextString()).isEqualTo(text);
            assertThat(gsons.nextLong()).isEqualTo(whole);
            assertThat(gsons.nextDouble()).isEqualTo(number + 0.0);

            StringWriter byGson = new StringWriter();
            new JsonWriter(byGson)
                    .beginArray()
                    .value(text)
                    .value(whole)
                    .value(number)
                    .endArray()
                    .close();
            JsonInput in = input(byGson.toString());
            in.beginArray();
            assertThat(in.hasNext()).isTrue();
            assertThat(in.nextString()).isEqualTo(text);
            assertThat(in.hasNext()).isTrue();
            assertThat(in.nextLong()).isEqualTo(whole);
            assertThat(in.hasNext()).isTrue();
            assertThat(in.nextDouble()).isEqualTo(number);
            assertThat(in.hasNext()).isFalse();
            in.endArray();
            in.end();
        }
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(CHARACTERS); i > 0; i--) {
            text.append((char) (random.nextBoolean() ? random.nextInt(128) : random.nextInt(Character.MIN_SURROGATE)));
        }
        return text.toString();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {                        | expected a name, and it ends (line 1, column 2)
            {"a" 1}                  | expected a colon, found '1' (line 1, column 6)
            {"a": 1 "b": 2}          | expected a comma, found '"' (line 1, column 9)
            {"a": x}                 | expected a number, found 'x' (line 1, column 7)
            {"a": 1.5}               | expected a whole number, found '1' (line 1, column 7)
            {"a": 9999999999999999999} | expected a whole number, found '9' (line 1, column 7)
            {"a": é}                 | expected a number, found the character 233 (line 1, column 7)
            {"a                      | a text has no end in its line (line 1, column 2)
            {"\\q": 1}               | expected an escape that JSON has, found 'q' (line 1, column 4)
            {"\\u00q": 1}            | expected four hexadecimal digits, found 'q' (line 1, column 7)
            """)
    void nextLong_malformed_saysWhatIsWantedAndWhere(String text, String message) {
        assertThatThrownBy(() -> JsonStream.counts(input(text)))
                .isInstanceOf(JsonInput.Malformed.class)
                .hasMessage(message);
    }

    @Test
    void malformed_severalLines_saysWhichOne() {
        assertThatThrownBy(() -> JsonStream.counts(input("{\n  \"a\": 1,\n<<<<<<< HEAD\n")))
                .hasMessage("expected a name, found '<' (line 3, column 1)");
    }

    @Test
    void skipValue_deeperThanAnybodyWrites_isRefused() throws IOException {
        JsonInput deepest = input("[".repeat(64) + "]".repeat(64));
        deepest.skipValue();
        deepest.end();
        assertThatThrownBy(() -> input("[".repeat(65)).skipValue())
                .isInstanceOf(JsonInput.Malformed.class)
                .hasMessageContaining("expected no more than 64 values in one another");
    }

    @ParameterizedTest
    @CsvSource({"12.0, 12", "1e3, 1000", "-0.0, 0", "9007199254740992.0, 9007199254740992"})
    void nextLong_wholeNumberInAnotherForm_isRead(String text, long value) throws IOException {
        assertThat(input(text).nextLong()).isEqualTo(value);
    }

    @Test
    void read_byteOrderMark_isSkipped() throws IOException {
        assertThat(input("\ufeff[]")).satisfies(in -> {
            in.beginArray();
            in.endArray();
            in.end();
        });
        assertThatThrownBy(() -> input(" \ufeff[]").beginArray()).hasMessageContaining("the character 65279");
    }

    @Test
    void nextDouble_moreThanADoubleHolds_isRefused() {
        assertThatThrownBy(() -> input("1e999").nextDouble()).hasMessageContaining("of at most 64 bits");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"Zürich\"", "\"Zür\\u0069ch\"", "\"\\u005aürich\"", "\"Züri\\u0063h\""})
    void nextString_notAsciiAndEscapes_isReadWhole(String text) throws IOException {
        assertThat(input(text.replace("ü", "ü€😀")).nextString().replace("ü€😀", "ü"))
                .isEqualTo("Zürich");
    }

    @Test
    void nextString_controlCharactersInATextWithoutEscapes_areItsOwn() throws IOException {
        JsonInput in = input("\"a\r\t\0b\"");
        assertThat(in.nextString()).isEqualTo("a\r\t\0b");
        in.end();
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"a\u00fc\"", "\"a\\\"\u00fc\"", "\"a\u00c3\"", "\"a\u00c0\u0080\""})
    void nextString_notUtf8_isRefusedWithItsPlace(String latin) {
        JsonInput in = new JsonInput(("[\n" + latin + "]").getBytes(StandardCharsets.ISO_8859_1));
        assertThatThrownBy(() -> in.skipValue())
                .isInstanceOf(JsonInput.Malformed.class)
                .hasMessageStartingWith("a text is not in UTF-8 (line 2, column ");
    }

    @ParameterizedTest
    @CsvSource({
        "999999999999999999, 999999999999999999",
        "9223372036854775807, 9223372036854775807",
        "-9223372036854775808, -9223372036854775808",
        "0, 0"
    })
    void nextLong_asLargeAsCanBe_isRead(String text, long value) throws IOException {
        assertThat(input(text).nextLong()).isEqualTo(value);
        assertThat(input(text).nextDouble()).isEqualTo((double) value);
    }
}
