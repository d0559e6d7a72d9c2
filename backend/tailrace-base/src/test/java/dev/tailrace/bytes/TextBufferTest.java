package dev.tailrace.bytes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TextBufferTest {
    private static final Pattern COLOUR = Pattern.compile("\u001b\\[[0-9;]*m");
    private final TextBuffer buffer = new TextBuffer(4, 1 << 16);

    @Test
    void append_randomText_writesWhatGetBytesWrites() {
        long seed = Long.getLong("tailrace.test.seed", System.nanoTime());
        System.out.println("seed " + seed + " (repeat with -Dtailrace.test.seed=" + seed + ")");
        Random random = new Random(seed);
        StringBuilder builder = new StringBuilder();
        for (int i = 0; i < 5_000; i++) {
            String text = randomText(random);
            String expected = new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
            buffer.clear();
            assertThat(buffer.append(text).toString()).isEqualTo(expected);
            buffer.clear();
            for (ControlCharacters controls : ControlCharacters.values()) {
                buffer.clear();
                assertThat(buffer.append("x").append(text, controls).toString())
                        .isEqualTo("x" + escaped(expected, controls));
                buffer.clear();
                builder.setLength(0);
                builder.append(text);
                assertThat(buffer.append("x").append(builder, controls).toString())
                        .isEqualTo("x" + escaped(expected, controls));
            }
        }
    }

    private static String randomText(Random random) {
        StringBuilder text = new StringBuilder();
        int length = random.nextInt(4) == 0 ? random.nextInt(3_000) : random.nextInt(60);
        int alphabet = random.nextInt(5);
        for (int i = 0; i < length; i++) {
            text.append((char)
                    switch (random.nextInt(200) == 0 ? 5 : alphabet) {
                        case 0 -> 'a' + random.nextInt(26);
                        case 1 -> ' ' + random.nextInt(95);
                        case 2 -> random.nextInt(256);
                        case 3 -> 0xd700 + random.nextInt(0x1000);
                        case 4 -> random.nextInt(8) == 0 ? '\t' : 'z';
                        default -> random.nextInt(0x10000);
                    });
        }
        return text.toString();
    }

    private static String escaped(String text, ControlCharacters controls) {
        if (controls == ControlCharacters.KEPT) {
            return text;
        }
        Matcher colour = COLOUR.matcher(text);
        StringBuilder escaped = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (controls == ControlCharacters.ESCAPED_EXCEPT_LINES_AND_COLOURS
                    && colour.region(i, text.length()).lookingAt()) {
                // Random text holds one in about every fiftieth run.
                escaped.append(colour.group());
                i = colour.end() - 1;
                continue;
            }
            boolean line = c == '\n' || c == '\r';
            boolean turns = (c >= 0x2028 && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
            if ((!Character.isISOControl(c) && !turns)
                    || c == '\t'
                    || (line && controls != ControlCharacters.ESCAPED)) {
                escaped.append(c);
            } else if (line) {
                escaped.append(c == '\n' ? "\\n" : "\\r");
            } else {
                escaped.append(String.format("\\u%04x", (int) c));
            }
        }
        return escaped.toString();
    }

    @ParameterizedTest
    @ValueSource(
            longs = {
                0,
                7,
                10,
                99,
                100,
                999,
                9_999,
                10_000,
                99_999,
                2_147_483_647L,
                2_147_483_648L,
                99_999_999_999L,
                Long.MAX_VALUE
            })
    void append_integer_writesWhatToStringWrites(long value) {
        for (long v : new long[] {value, -value, Long.MIN_VALUE, value + 1}) {
            buffer.clear();
            assertThat(buffer.append(v).toString()).isEqualTo(Long.toString(v));
            buffer.clear();
            assertThat(buffer.append((int) v).toString()).isEqualTo(Integer.toString((int) v));
        }
    }

    @Test
    void append_randomIntegers_writesWhatToStringWrites() {
        Random random = new Random(7);
        for (int i = 0; i < 200_000; i++) {
            long value = random.nextLong() >> random.nextInt(64);
            buffer.clear();
            buffer.append(value);
            if (!buffer.toString().equals(Long.toString(value))) {
                assertThat(buffer.toString()).isEqualTo(Long.toString(value));
            }
        }
    }

    @Test
    void appendDigits_fewerDigits_writesLeadingZeros() {
        assertThat(buffer.appendDigits(7, 3)
                        .append(' ')
                        .appendDigits(1_234, 2)
                        .append(' ')
                        .appendDigits(5, 1)
                        .append(' ')
                        .appendDigits(123_456_789_012L, 13)
                        .toString())
                .isEqualTo("007 34 5 0123456789012");
    }

    @Test
    void append_charsAndBooleans_writesThem() {
        assertThat(buffer.append('a')
                        .append('\u00e4')
                        .append('\u20ac')
                        .append('\ud800')
                        .append(true)
                        .append(false)
                        .appendNull()
                        .toString())
                .isEqualTo("a\u00e4\u20ac?truefalsenull");
    }

    @Test
    void append_moreThanMaximum_keepsWholeCharactersAndCountsTheRest() {
        for (int maximum = 1; maximum < 12; maximum++) {
            TextBuffer small = new TextBuffer(1, maximum);
            small.append("a\u00e4\u20ac\ud83d\ude00z").append(42L).append("tail".getBytes(StandardCharsets.US_ASCII));
            byte[] whole = "a\u00e4\u20ac\ud83d\ude00z42tail".getBytes(StandardCharsets.UTF_8);
            assertThat(small.length() + small.cutBytes()).isEqualTo(whole.length);
            assertThat(new String(whole, StandardCharsets.UTF_8)).startsWith(small.toString());
        }
    }

    @Test
    void append_afterACut_countsOnly() {
        TextBuffer small = new TextBuffer(2, 4);
        small.append("abcdef").append('g').append(1.5).append(7).appendSpaces(3);
        assertThat(small.toString()).isEqualTo("abcd");
        assertThat(small.cutBytes()).isEqualTo(2 + 1 + 3 + 1 + 3);
        small.clear();
        assertThat(small.append("wxyz").toString()).isEqualTo("wxyz");
        assertThat(small.cutBytes()).isZero();
    }

    @Test
    void markCut_somethingWasCut_saysHowMuchAndEndsTheLine() {
        TextBuffer small = new TextBuffer(8, 64);
        small.append("x".repeat(1_000));
        small.markCut(new byte[] {'\n'});
        assertThat(small.toString()).isEqualTo("x".repeat(31) + " [969 bytes cut]\n");
        assertThat(small.cutBytes()).isPositive();
    }

    /** What stood behind it before is no part of it. */
    @Test
    void markCut_textThatWasShortenedAfterTheCut_staysWhole() {
        TextBuffer small = new TextBuffer(8, 64);
        small.append("x".repeat(20) + "\u00fc".repeat(40));
        small.truncate(20);
        small.append("y");
        small.keepLast(0, 3);
        small.array()[3] = (byte) 0xbc;

        small.markCut(new byte[] {'\n'});

        assertThat(small.toString()).startsWith("xxx [").endsWith("bytes cut]\n");
    }

    @Test
    void keepAndPad_nonAscii_countsCharacters() {
        buffer.append("head ").append("J\u00fcrgen\ud83d\ude00");
        assertThat(buffer.charactersFrom(5)).isEqualTo(8);
        buffer.keepLast(5, 7);
        assertThat(buffer.toString()).isEqualTo("head \u00fcrgen\ud83d\ude00");
        buffer.insertSpaces(5, 2);
        assertThat(buffer.toString()).isEqualTo("head   \u00fcrgen\ud83d\ude00");
        buffer.keepFirst(5, 8);
        assertThat(buffer.toString()).isEqualTo("head   \u00fcrgen?");
    }

    @Test
    void shrink_bufferThatGrew_givesMemoryBack() {
        buffer.append("x".repeat(60_000));
        buffer.shrink(1_024);
        assertThat(buffer.array()).hasSize(1_024);
        assertThat(buffer.length()).isZero();
    }

    @Test
    void new_badCapacities_saysLimitAndValue() {
        assertThatThrownBy(() -> new TextBuffer(8, 4)).hasMessageContaining("initial=8, maximum=4");
    }
}
