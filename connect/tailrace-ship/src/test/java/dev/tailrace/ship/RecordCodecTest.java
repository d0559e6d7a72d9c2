package dev.tailrace.ship;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.bytes.TextBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RecordCodecTest {
    private static final String PREFIX = "before";

    private static byte[] encoded(byte[] record) {
        TextBuffer line = new TextBuffer(16, 1 << 20);
        line.append(PREFIX);
        int start = line.length();
        line.append(record, 0, record.length);
        RecordCodec.encode(line, start);
        assertThat(new String(line.array(), 0, start, StandardCharsets.UTF_8)).isEqualTo(PREFIX);
        return Arrays.copyOfRange(line.array(), start, line.length());
    }

    private static void assertRoundTrip(byte[] record) {
        byte[] line = encoded(record);
        int end = line.length - 1;
        assertThat(line[end]).isEqualTo((byte) '\n');
        for (int i = 0; i < end; i++) {
            assertThat(line[i]).isNotIn((byte) 0, (byte) '\n');
        }
        assertThat(line.length - record.length).isBetween(1, RecordCodec.mostAdded(record.length));
        byte[] to = new byte[record.length + 3];
        int out = RecordCodec.decode(line, 0, end, to, 3);
        assertThat(Arrays.copyOfRange(to, 3, out)).isEqualTo(record);
        // In place, as a reader decodes a batch.
        out = RecordCodec.decode(line, 0, end, line, 0);
        assertThat(Arrays.copyOf(line, out)).isEqualTo(record);
    }

    private static byte[] repeated(int value, int count) {
        byte[] bytes = new byte[count];
        Arrays.fill(bytes, (byte) value);
        return bytes;
    }

    @Test
    void encode_eachByteValue_anyLength_isDecoded() {
        for (int value = 0; value < 256; value++) {
            for (int count : new int[] {1, 7, 8, 9, 31}) {
                assertRoundTrip(repeated(value, count));
            }
        }
        byte[] all = new byte[256];
        for (int i = 0; i < all.length; i++) {
            all[i] = (byte) i;
        }
        assertRoundTrip(all);
    }

    @Test
    void encode_noBytes_isAnEmptyLine() {
        assertRoundTrip(new byte[0]);
        assertThat(encoded(new byte[0])).containsExactly('\n');
    }

    @Test
    void encode_specialByteAtEachPlace_isDecoded() {
        for (int length = 1; length <= 40; length++) {
            for (int at = 0; at < length; at++) {
                for (int special : new int[] {0xFF, 0xF5, 0xF8}) {
                    byte[] record = repeated('x', length);
                    record[at] = (byte) special;
                    assertRoundTrip(record);
                }
            }
        }
    }

    @Test
    void encode_randomBytes_isDecoded() {
        Random random = new Random(17);
        for (int i = 0; i < 2_000; i++) {
            byte[] record = new byte[random.nextInt(300)];
            random.nextBytes(record);
            assertRoundTrip(record);
        }
    }

    @Test
    void encode_text_addsALineFeedOnly() {
        byte[] text = "Z\u00fcrich \u20ac \ud83d\ude00 \n\u0000\t all of UTF-8".getBytes(StandardCharsets.UTF_8);
        assertThat(encoded(text)).hasSize(text.length + 1);
    }

    @Test
    void encode_threeBytes_areTwoEach() {
        assertThat(encoded(new byte[] {(byte) 0xFF, (byte) 0xF5, (byte) 0xF8})).hasSize(7);
        assertThat(encoded(repeated(0xFF, 100))).hasSize(100 + RecordCodec.mostAdded(100));
    }

    @Test
    void decode_whatWasNotEncoded_isRefused() {
        for (byte[] bad : new byte[][] {{0}, {'x', '\n'}, {7}, {7, 0}, {7, 4}, {'x', 7, 7}}) {
            assertThat(RecordCodec.decode(bad, 0, bad.length, new byte[8], 0)).isEqualTo(-1);
        }
    }
}
