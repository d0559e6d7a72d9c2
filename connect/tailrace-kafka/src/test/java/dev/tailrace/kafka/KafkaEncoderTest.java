package dev.tailrace.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.layout.event.Event;
import dev.tailrace.layout.event.EventPool;
import dev.tailrace.ship.RecordCodec;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class KafkaEncoderTest {
    private static byte[] encoded(@Nullable String key, String line) {
        Event event = new EventPool(1 << 20).take();
        event.begin(20, 3, "a.B", "", 1);
        event.context(key == null ? null : Map.of("tenant", key));
        new KafkaEncoder((each, message, arguments, out) -> out.append(line), "tenant")
                .encode(event, "", null, event.line());
        byte[] record = new byte[event.line().length()];
        int end = RecordCodec.decode(event.line().array(), 0, event.line().length() - 1, record, 0);
        return Arrays.copyOf(record, end);
    }

    @Test
    void encode_key_standsBeforeTheLineWithItsLength() {
        assertThat(encoded("acme", "text\r\n")).isEqualTo("\0\4acmetext".getBytes(StandardCharsets.UTF_8));
        assertThat(encoded(null, "text\n")).startsWith(0xFF, 0xFF).endsWith("text".getBytes(StandardCharsets.UTF_8));
    }

    /** Only the line's end is left out, not what looks like one in the key. */
    @Test
    void encode_keyWithALineFeedBeforeAnEmptyLine_staysWhole() {
        assertThat(encoded("a\n", "\n")).isEqualTo("\0\2a\n".getBytes(StandardCharsets.UTF_8));
    }
}
