package dev.tailrace.layout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.bytes.TextBuffer;
import dev.tailrace.layout.event.Event;
import java.nio.charset.Charset;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CharsetEncoderTest {
    private final TextBuffer line = new TextBuffer(64, 400);
    private final Event event = new Event(line);

    @ParameterizedTest
    @ValueSource(strings = {"ISO-8859-1", "windows-1252", "Shift_JIS", "GB18030"})
    void encode_isTheLineInThatCharset(String name) {
        String message = "Gr\u00fc\u00dfe \u20ac \u65e5\u672c \ud83d\ude00";
        Charset charset = Charset.forName(name);
        assertThat(encoded(charset, message))
                .isEqualTo(new String(message.getBytes(charset), charset) + System.lineSeparator());
    }

    @ParameterizedTest
    @ValueSource(strings = {"ISO-8859-1", "GB18030"})
    void encode_tooLong_isCutAndEndsALine(String name) {
        Charset charset = Charset.forName(name);
        assertThat(encoded(charset, "\u00e4b".repeat(300)))
                .startsWith("\u00e4b\u00e4b")
                .contains(" cut]")
                .endsWith(System.lineSeparator());
        assertThat(line.length()).isLessThanOrEqualTo(line.maximumLength());
    }

    private String encoded(Charset charset, String message) {
        line.clear();
        line.append("key");
        event.begin(20, 0, "a.B", "", 0);
        new CharsetEncoder(PatternEncoder.compile("%m%n").encoder(), charset).encode(event, message, null, line);
        assertThat(line.toString()).startsWith("key");
        return new String(Arrays.copyOfRange(line.array(), 3, line.length()), charset);
    }
}
