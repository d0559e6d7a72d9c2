package dev.tailrace.bytes;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonParser;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Text that becomes a JSON string. */
class JsonTextTest {
    private static final String[] SPECIAL = {
        "\"", "\\", "\u0000", "\u001f", "\u007f", "\u0080", "\u009f", "\u2028", "\u2029", "\u202a", "\u202e", "\u2066",
        "\u2069"
    };

    private static String json(String text, int longest) {
        TextBuffer buffer = new TextBuffer(1, longest);
        int start = buffer.beginJson();
        buffer.append(text, ControlCharacters.ESCAPED).endJson(start);
        assertThat(buffer.length()).isLessThanOrEqualTo(longest);
        return buffer.toString();
    }

    @Test
    void endJson_whatMustBeEscaped_isEscaped() {
        assertThat(json(
                        "a\"b\\c/d\b\f\n\r\t\u0000\u001f\u007f\u0085\u2028\u202e\u2066\u200f\u2027\u2065\u00a0\u00fc",
                        1_000))
                .isEqualTo(
                        "a\\\"b\\\\c/d\\b\\f\\n\\r\\t\\u0000\\u001f\\u007f\\u0085\\u2028\\u202e\\u2066\u200f\u2027\u2065\u00a0\u00fc");
    }

    @Test
    void endJson_plainText_staysAsItIs() {
        String text = "plain text of more than a word, with \u00fcml\u00e4uts ".repeat(20);

        assertThat(json(text, 10_000)).isEqualTo(text);
    }

    @Test
    void endJson_anyPlaceOfAnEscape_isFound() {
        for (int length = 0; length < 40; length++) {
            for (int at = 0; at <= length; at++) {
                for (String special : SPECIAL) {
                    String text = "x".repeat(at) + special + "\u00ff".repeat(length - at);
                    String json = json(text, 1_000);
                    assertThat(JsonParser.parseString('"' + json + '"').getAsString())
                            .isEqualTo(text);
                    if (special.charAt(0) > '\\') {
                        assertThat(json).doesNotContain(special);
                    }
                }
            }
        }
    }

    @Test
    void endJson_anyPlaceInALongText_isFound() {
        for (int at = 0; at < 1_400; at++) {
            String special = SPECIAL[at % SPECIAL.length];
            String text = "x".repeat(at) + special + "y".repeat(1_400 - at);
            String json = json(text, 10_000);
            assertThat(json).hasSizeGreaterThan(text.length()).startsWith("x".repeat(at) + "\\");
            assertThat(JsonParser.parseString('"' + json + '"').getAsString()).isEqualTo(text);
        }
    }

    @Test
    void endJson_textThatDoesNotFit_isCutBetweenCharacters() {
        long seed = Long.getLong("tailrace.test.seed", System.nanoTime());
        System.out.println("seed " + seed + " (repeat with -Dtailrace.test.seed=" + seed + ")");
        Random random = new Random(seed);
        String[] pieces = {
            "a",
            "\"",
            "\u0001",
            "\u00fc",
            "\u20ac",
            "\ud83d\ude00",
            "\n",
            "\u0085",
            "\u00a9",
            "\u202e",
            "\u2014",
            "\u007f",
            "some text"
        };
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int j = random.nextInt(30); j > 0; j--) {
                text.append(pieces[random.nextInt(pieces.length)]);
            }
            String kept = JsonParser.parseString('"' + json(text.toString(), 1 + random.nextInt(60)) + '"')
                    .getAsString();
            assertThat(text.toString()).as("seed %d", seed).startsWith(kept);
        }
    }

    @Test
    void endJson_afterwards_controlCharactersAreEscapedAgain() {
        TextBuffer buffer = new TextBuffer(1, 100);
        int start = buffer.beginJson();
        buffer.append("\n", ControlCharacters.ESCAPED).endJson(start);
        buffer.append("\u001b", ControlCharacters.ESCAPED);

        assertThat(buffer).hasToString("\\n\\u001b");
    }

    @Test
    void clear_insideOfAString_endsIt() {
        TextBuffer buffer = new TextBuffer(1, 100);
        buffer.beginJson();
        buffer.clear();
        buffer.append("\u001b", ControlCharacters.ESCAPED);

        assertThat(buffer).hasToString("\\u001b");
    }
}
