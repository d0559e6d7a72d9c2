package dev.tailrace.engine.drain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.bytes.PendingWord;
import dev.tailrace.engine.journal.Lane;
import dev.tailrace.engine.journal.LaneReader;
import dev.tailrace.engine.journal.MemoryBudget;
import dev.tailrace.engine.journal.RingFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class LaneMergeTest {
    private static final long WINDOW = 2_000_000;

    private final MemoryBudget budget = new MemoryBudget(1 << 20);
    private final Lane first = lane(0);
    private final Lane second = lane(1);
    private final LaneReader reader = new LaneReader(first);
    private final LaneMerge merge = new LaneMerge(WINDOW);
    private final ByteBuffer out = ByteBuffer.allocate(1 << 16);

    private Lane lane(int index) {
        return Objects.requireNonNull(
                Lane.open(index, 1 << 16, RingFactory.inProcess(budget), new QuietLanes(), false));
    }

    private static void append(Lane lane, long epochNanos) {
        byte[] line = "x\n".getBytes(StandardCharsets.UTF_8);
        assertThat(lane.append(line, line.length, epochNanos, 0, 0, new PendingWord(() -> {})))
                .isEqualTo(Lane.Outcome.APPENDED);
    }

    /** How long the lane of the other clock waits while the first one always has a line. */
    private long millisUntilChosen(long otherEpochNanos) {
        merge.use(List.of(reader, new LaneReader(second)));
        append(second, otherEpochNanos);
        for (int milli = 0; milli < 10_000; milli++) {
            append(first, milli);
            append(first, milli);
            merge.look(milli * 1_000_000L);
            LaneReader chosen = Objects.requireNonNull(merge.choose(true));
            if (chosen != reader) {
                return milli;
            }
            out.clear();
            chosen.copyLine(out);
            chosen.confirm();
            first.clearConsumed();
        }
        return Long.MAX_VALUE;
    }

    @Test
    void choose_laneOfAClockThatWasSetBackSince_comesAfterASecond() {
        assertThat(millisUntilChosen(Long.MAX_VALUE)).isBetween(1_000L, 1_100L);
    }

    @Test
    void choose_laneWithEarlierLines_comesByItsTime() {
        assertThat(millisUntilChosen(200)).isBetween(400L, 410L);
    }
}
