package dev.tailrace.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LineKindTest {
    @ParameterizedTest
    @EnumSource(LineKind.class)
    void read_whatWasLogged_givesProcessThreadAndSequence(LineKind kind) {
        for (long sequence : new long[] {0, 9, 10, 4_711, 1_234_567}) {
            byte[] line = Voices.written(kind.line(), kind, 1, 42, sequence).getBytes(StandardCharsets.UTF_8);

            assertThat(kind.line().read(line, 0, line.length - 1)).isEqualTo(new Stamp(1, 42, sequence));
            assertThat(kind.line().length(1, 42, sequence)).isEqualTo(line.length);
        }
    }

    @ParameterizedTest
    @EnumSource(LineKind.class)
    void read_anyByteChanged_isTornOrAnotherLine(LineKind kind) {
        byte[] line = Voices.written(kind.line(), kind, 1, 42, 4_711).getBytes(StandardCharsets.UTF_8);
        int rightTimeAndThread =
                kind.pattern().equals("%msg%n") ? 0 : "2026-11-01 00:00:00.000 INFO  [worker-42".length();
        for (int i = rightTimeAndThread; i < line.length - 1; i++) {
            byte[] changed = line.clone();
            changed[i] ^= 1;

            assertThat(kind.line().read(changed, 0, changed.length - 1))
                    .as("byte %d", i)
                    .isNotEqualTo(new Stamp(1, 42, 4_711));
        }
    }
}
