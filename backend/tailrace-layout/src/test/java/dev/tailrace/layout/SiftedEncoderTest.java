package dev.tailrace.layout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.bytes.TextBuffer;
import dev.tailrace.layout.event.Event;
import dev.tailrace.layout.event.EventPool;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SiftedEncoderTest {
    private static final List<String> TOLD = new ArrayList<>();

    private static String key(@Nullable String value) {
        EventPool pool = new EventPool(1 << 16);
        Event event = pool.take();
        Map<String, String> context = new HashMap<>();
        if (value != null) {
            context.put("user", value);
        }
        event.context(context);
        TextBuffer out = event.line();
        out.clear();
        new SiftedEncoder((e, message, arguments, line) -> line.append("line"), "user", "nobody", false, TOLD::add)
                .encode(event, out);
        byte[] bytes = out.array();
        int length = bytes[0] & 0xFF;
        assertThat(new String(bytes, 1 + length, out.length() - 1 - length, StandardCharsets.UTF_8))
                .isEqualTo("line");
        pool.give(event);
        return new String(bytes, 1, length, StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @CsvSource({
        "ann, ann",
        "'ann b', 'ann b'",
        "../../etc/passwd, _._.._etc_passwd",
        "a/b, a_b",
        "'a\\b', a_b",
        ".hidden, _hidden",
        "50%d, 50_d",
        "Jürgen, Jürgen",
        "\uD83D\uDE00, \uD83D\uDE00",
        "a\uD83Db, a_b",
        "'', nobody",
    })
    void encode_value_becomesAPartOfAName(String value, String expected) {
        assertThat(key(value)).isEqualTo(expected);
    }

    @Test
    void encode_noValue_isTheDefault() {
        assertThat(key(null)).isEqualTo("nobody");
    }

    @Test
    void encode_controlCharacters_vanish() {
        assertThat(key("a\nb\u0000c")).isEqualTo("a_b_c");
    }

    @Test
    void encode_longValues_areCutAndKeptApart() {
        String one = key("x".repeat(1000) + "1");
        String two = key("x".repeat(1000) + "2");

        assertThat(one).startsWith("x".repeat(36) + "~").hasSizeLessThan(100);
        assertThat(one).isNotEqualTo(two);
        assertThat(key("\uD83D\uDE00".repeat(200)).getBytes(StandardCharsets.UTF_8))
                .hasSizeLessThanOrEqualTo(120);
    }

    @Test
    void encode_changedValues_areToldOnce() {
        TOLD.clear();
        EventPool pool = new EventPool(1 << 16);
        SiftedEncoder encoder = new SiftedEncoder(
                (e, message, arguments, line) -> line.append("line"), "user", "nobody", false, TOLD::add);
        for (String value : new String[] {"ann", "a/b", "c/d", "x".repeat(1_000)}) {
            Event event = pool.take();
            event.context(Map.of("user", value));
            TextBuffer out = event.line();
            out.clear();
            encoder.encode(event, out);
            pool.give(event);
        }
        assertThat(TOLD).containsExactly("a_b");
    }

    @Test
    void encode_valueThatNeedsNoChange_isNotTold() {
        TOLD.clear();
        assertThat(key("\uD83D\uDE00")).isEqualTo("\uD83D\uDE00");
        assertThat(TOLD).isEmpty();
    }

    /** Longer than any line may be. */
    @Test
    void encode_valueThatDoesntFit_leavesRoomForTheLine() {
        for (String part : new String[] {"x", "/", "\u00FC"}) {
            Event event = new EventPool(1 << 10).take();
            event.context(Map.of("user", part.repeat(1 << 16)));
            TextBuffer out = event.line();
            out.clear();
            new SiftedEncoder((e, message, arguments, line) -> line.append("line"), "user", "nobody", false, TOLD::add)
                    .encode(event, out);

            assertThat(out.cutBytes()).isZero();
            assertThat(new String(out.array(), 0, out.length(), StandardCharsets.UTF_8))
                    .endsWith("line");
        }
    }
}
