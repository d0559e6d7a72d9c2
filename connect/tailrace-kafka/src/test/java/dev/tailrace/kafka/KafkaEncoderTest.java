package dev.tailrace.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.layout.event.Event;
import dev.tailrace.layout.event.EventPool;
import dev.tailrace.ship.RecordCodec;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class KafkaEncoderTest {
    private static final long TIME = 1_764_280_800_123L;

    /** The bytes of the record behind its time, which is checked. */
    private static byte[] encoded(String key, @Nullable String tenant, String line) {
        Event event = new EventPool(1 << 20).take();
        event.begin(20, 3, "a.B", "", TIME * 1_000_000);
        event.context(tenant == null ? null : Map.of("tenant", tenant));
        event.threadName("worker");
        new KafkaEncoder((each, message, arguments, out) -> out.append(line), key)
                .encode(event, "", null, event.line());
        byte[] record = new byte[event.line().length()];
        int end = RecordCodec.decode(event.line().array(), 0, event.line().length() - 1, record, 0);
        assertThat(ByteBuffer.wrap(record).getLong()).isEqualTo(TIME);
        return Arrays.copyOfRange(record, Long.BYTES, end);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void encode_key_standsBeforeTheLineWithItsLength() {
        assertThat(encoded("mdc:tenant", "acme", "text\r\n")).isEqualTo(bytes("\0\4acmetext"));
        assertThat(encoded("logger", "acme", "text\n")).isEqualTo(bytes("\0\3a.Btext"));
        assertThat(encoded("thread", "acme", "text\n")).isEqualTo(bytes("\0\6workertext"));
    }

    @Test
    void encode_withoutKey_saysWhetherItIsTheLogsId() {
        assertThat(encoded("mdc:tenant", null, "text\n")).startsWith(0xFF, 0xFE).endsWith(bytes("text"));
        assertThat(encoded("log", "acme", "text\n")).startsWith(0xFF, 0xFE).endsWith(bytes("text"));
        assertThat(encoded("none", "acme", "text\n")).startsWith(0xFF, 0xFF).endsWith(bytes("text"));
    }

    /** Only the line's end is left out, not what looks like one in the key. */
    @Test
    void encode_keyWithALineFeedBeforeAnEmptyLine_staysWhole() {
        assertThat(encoded("mdc:tenant", "a\n", "\n")).isEqualTo(bytes("\0\2a\n"));
    }
}
