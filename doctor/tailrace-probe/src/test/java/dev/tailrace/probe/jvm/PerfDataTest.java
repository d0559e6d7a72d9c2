package dev.tailrace.probe.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tailrace.probe.jvm.PerfData.DamagedException;
import dev.tailrace.testkit.Damage;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class PerfDataTest {
    private static final int PROLOGUE = 32;

    /** Two counters and a text, as a JVM lays them out. */
    private static byte[] file(ByteOrder order) {
        ByteBuffer file = ByteBuffer.allocate(4096).order(ByteOrder.BIG_ENDIAN);
        file.putInt(0, 0xCAFEC0C0);
        file.put(4, (byte) (order == ByteOrder.BIG_ENDIAN ? 0 : 1));
        file.put(5, (byte) 2);
        file.put(7, (byte) 1);
        file.order(order).position(PROLOGUE);
        number(file, "sun.gc.collector.0.invocations", 164);
        number(file, "sun.gc.collector.0.time", 1L << 40);
        text(file, "sun.gc.collector.0.name", "Serial young collection pauses");
        file.putInt(8, file.position());
        file.putInt(24, PROLOGUE);
        file.putInt(28, 3);
        return file.array();
    }

    private static void number(ByteBuffer file, String name, long value) {
        int value0 = (20 + name.length() + 1 + 7) / 8 * 8;
        head(file, name, value0 + 8, 0, 'J', value0);
        file.putLong(file.position() - 8, value);
    }

    private static void text(ByteBuffer file, String name, String text) {
        int value0 = 20 + name.length() + 1;
        head(file, name, (value0 + 64 + 7) / 8 * 8, 64, 'B', value0);
        int entry = file.position() - (value0 + 64 + 7) / 8 * 8;
        file.put(entry + value0, text.getBytes(StandardCharsets.UTF_8));
    }

    private static void head(ByteBuffer file, String name, int length, int elements, char type, int value) {
        int at = file.position();
        file.putInt(at, length).putInt(at + 4, 20).putInt(at + 8, elements);
        file.put(at + 12, (byte) type).putInt(at + 16, value);
        file.put(at + 20, name.getBytes(StandardCharsets.UTF_8));
        file.position(at + length);
    }

    @Test
    void read_eitherByteOrder_givesNumbersAndTexts() throws Exception {
        for (ByteOrder order : new ByteOrder[] {ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN}) {
            PerfData data = PerfData.of(file(order));

            assertThat(data.numbers())
                    .containsEntry("sun.gc.collector.0.invocations", 164L)
                    .containsEntry("sun.gc.collector.0.time", 1L << 40);
            assertThat(data.texts()).containsEntry("sun.gc.collector.0.name", "Serial young collection pauses");
        }
    }

    @Test
    void read_whatIsNoSuchFile_isRefusedWithTheReason() {
        byte[] early = file(ByteOrder.LITTLE_ENDIAN);
        early[7] = 0;
        byte[] other = file(ByteOrder.LITTLE_ENDIAN);
        other[5] = 9;
        byte[] beyond = file(ByteOrder.LITTLE_ENDIAN);
        ByteBuffer.wrap(beyond).order(ByteOrder.LITTLE_ENDIAN).putInt(PROLOGUE + 16, 1 << 20);

        assertRefused(new byte[0], "does not begin");
        assertRefused("at=1\nsun.gc".repeat(20).getBytes(StandardCharsets.UTF_8), "does not begin");
        assertRefused(early, "not filled it yet");
        assertRefused(other, "its version is unknown: 9.0");
        assertRefused(beyond, "the value of sun.gc.collector.0.invocations is outside of it");
        assertRefused(Arrays.copyOf(file(ByteOrder.LITTLE_ENDIAN), 100), "bytes in use");
    }

    private static void assertRefused(byte[] bytes, String why) {
        assertThatThrownBy(() -> PerfData.of(bytes))
                .isInstanceOf(DamagedException.class)
                .hasMessageContaining(why);
    }

    @Test
    void read_damaged_isRefusedOrRead() {
        int refused = 0;
        for (int seed = 0; seed < 2_000; seed++) {
            ByteOrder order = seed % 2 == 0 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
            byte[] bytes = file(order);
            // Most of a file is zeros, of which damage says nothing.
            byte[] damaged = Damage.of(Arrays.copyOf(bytes, 320), seed);
            try {
                assertThat(PerfData.of(Arrays.copyOf(damaged, 4096)).numbers()).hasSizeLessThanOrEqualTo(3);
            } catch (DamagedException e) {
                refused++;
            }
        }
        assertThat(refused).isBetween(500, 1_999);
    }
}
