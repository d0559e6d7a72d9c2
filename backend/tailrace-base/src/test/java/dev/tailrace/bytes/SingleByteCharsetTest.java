package dev.tailrace.bytes;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.Charset;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SingleByteCharsetTest {
    private static final String TEXT = "Gr\u00fc\u00dfe \u20ac \u4e2d \ud83d\ude00 \u0416 \u0000\u0080\u00ff end\n";

    @ParameterizedTest
    @ValueSource(
            strings = {"ISO-8859-1", "US-ASCII", "ISO-8859-15", "windows-1250", "windows-1251", "windows-1252", "KOI8-R"
            })
    void changeCharset_isWhatTheJdkEncodes(String name) {
        Charset charset = Charset.forName(name);
        TextBuffer buffer = new TextBuffer(16, 1_000);
        buffer.append("before \u00fc ");
        int start = buffer.length();
        buffer.append(TEXT);

        buffer.changeCharset(start, Objects.requireNonNull(SingleByteCharset.of(charset)));

        byte[] expected = TEXT.getBytes(charset);
        assertThat(buffer.length()).isEqualTo(start + expected.length);
        assertThat(java.util.Arrays.copyOfRange(buffer.array(), start, buffer.length()))
                .isEqualTo(expected);
    }

    /** Some have two bytes for one character, and choose. */
    @Test
    void changeCharset_allCharactersOfAllCharsets_isWhatTheJdkEncodes() {
        StringBuilder all = new StringBuilder();
        for (char c = 0; c < Character.MAX_VALUE; c++) {
            if (!Character.isSurrogate(c)) {
                all.append(c);
            }
        }
        String text = all.append("\ud83d\ude00").toString();
        int seen = 0;
        for (Charset charset : Charset.availableCharsets().values()) {
            SingleByteCharset single = charset.canEncode() ? SingleByteCharset.of(charset) : null;
            if (single == null) {
                continue;
            }
            TextBuffer buffer = new TextBuffer(16, 1_000_000);
            buffer.append(text);
            buffer.changeCharset(0, single);
            // Not the bytes themselves: a failure would print all of them.
            int length = buffer.length();
            byte[] expected = text.getBytes(charset);
            assertThat(java.util.Arrays.mismatch(java.util.Arrays.copyOf(buffer.array(), length), expected))
                    .as(charset.name())
                    .isEqualTo(-1);
            seen++;
        }
        assertThat(seen).isGreaterThan(5);
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-8", "UTF-16LE", "Shift_JIS", "GB18030", "ISO-2022-JP"})
    void of_severalBytes_isNull(String name) {
        assertThat(SingleByteCharset.of(Charset.forName(name))).isNull();
    }

    @Test
    void changeTo_longerThanTheArray_grows() {
        TextBuffer buffer = new TextBuffer(4, 100);
        buffer.append("abcd");
        buffer.changeTo(2, "efghijkl".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
        assertThat(buffer.append("!").toString()).isEqualTo("abefghijkl!");
    }
}
