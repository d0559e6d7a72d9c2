package dev.tailrace.bytes;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonCutTest {
    private static final String LINE = "{\"time\":\"2023-11-14T22:13:20.12Z\",\"n\":-12.5e3,\"flag\":true,"
            + "\"message\":\"a \\\"quoted\\\" \\u001f text \u00fc\u20ac\ud83d\ude00 of some length, and more\",\"none\":null,"
            + "\"list\":[1,{\"a\":[\"x\",[]]},\"y\"],\"object\":{\"in\":{\"deep\":\"text\"},\"e\":{}},\"last\":\"the end\"}\n";
    private static final byte[] BYTES = LINE.getBytes(StandardCharsets.UTF_8);

    private static String ended(byte[] line, int length, long whole, int most) {
        JsonCut.End end = Objects.requireNonNull(JsonCut.of(line, length, whole, most));
        byte[] tail = end.tail();
        byte[] all = java.util.Arrays.copyOf(line, end.kept() + tail.length);
        System.arraycopy(tail, 0, all, end.kept(), tail.length);
        assertThat(all).hasSizeLessThanOrEqualTo(most);
        return new String(all, StandardCharsets.UTF_8);
    }

    @Test
    void of_lineCutAnywhere_isJsonThatSaysWhatIsMissing() {
        for (int length = 1; length < BYTES.length - 1; length++) {
            if ((BYTES[length] & 0xc0) == 0x80) {
                // A character is kept or cut as a whole.
                continue;
            }
            String text = ended(BYTES, length, BYTES.length, 1_000);
            JsonElement read = JsonParser.parseString(text);
            long missing = read.getAsJsonObject().get(JsonCut.MEMBER).getAsLong();
            assertThat(text).endsWith("}\n").doesNotContain("\ufffd");
            assertThat(missing).isBetween(1L, (long) BYTES.length);
        }
    }

    @Test
    void of_lineThatMustBeShorter_isJsonOfThatLength() {
        for (int most = 60; most < BYTES.length; most++) {
            String text = ended(BYTES, BYTES.length, BYTES.length, most);
            assertThat(JsonParser.parseString(text).getAsJsonObject().has(JsonCut.MEMBER))
                    .isTrue();
        }
    }

    @Test
    void of_wholeLineThatFits_staysAsItIs() {
        assertThat(ended(BYTES, BYTES.length, BYTES.length, BYTES.length)).isEqualTo(LINE);
    }

    @Test
    void of_cutText_keepsItsBeginning() {
        String line = "{\"message\":\"0123456789";

        assertThat(ended(line.getBytes(StandardCharsets.UTF_8), line.length(), 100, 1_000))
                .isEqualTo("{\"message\":\"0123456789\",\"tailrace.cut_bytes\":" + (100 - line.length()) + "}\n");
    }

    @Test
    void of_cutEscape_goesAsAWhole() {
        String line = "{\"message\":\"0123\\u00";

        assertThat(ended(line.getBytes(StandardCharsets.UTF_8), line.length(), 20, 1_000))
                .isEqualTo("{\"message\":\"0123\",\"tailrace.cut_bytes\":4}\n");
    }

    /** As after a text that was longer before its pattern shortened it. */
    @Test
    void of_arrayWithTheRestOfACharacterBehindTheText_keepsAllOfTheText() {
        byte[] line = "{\"message\":\"0123\\\"\u00fc".getBytes(StandardCharsets.UTF_8);
        // The second byte of the last character is not part of the text, nor is the first.
        int length = line.length - 2;
        line[length] = line[length + 1];

        assertThat(ended(line, length, length + 5, 1_000))
                .isEqualTo("{\"message\":\"0123\\\"\",\"tailrace.cut_bytes\":5}\n");
    }

    @Test
    void of_lineThatWasCutBefore_isCutOnce() {
        String once = ended(BYTES, BYTES.length, BYTES.length, 200);
        byte[] first = once.getBytes(StandardCharsets.UTF_8);

        assertThat(ended(first, first.length, BYTES.length, 200)).isEqualTo(once);
        String twice = ended(first, first.length, BYTES.length, 120);
        assertThat(twice.split(JsonCut.MEMBER, -1)).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "x",
                "{x",
                "{\"a\" 1",
                "{\"a\":}",
                "{\"a\":1,}",
                "{\"a\":[1}",
                "{\"a\":1}}",
                "[1",
                "{ INFO } text",
                "{\"msg\":\"say \"hello\" to"
            })
    void of_whatIsNoJson_isLeftToOthers(String line) {
        byte[] bytes = line.getBytes(StandardCharsets.UTF_8);

        assertThat(JsonCut.of(bytes, bytes.length, 1_000, 500)).isNull();
    }

    @Test
    void of_limitWithoutRoomForAMark_isLeftToOthers() {
        assertThat(JsonCut.of(BYTES, BYTES.length, BYTES.length, 40)).isNull();
    }
}
