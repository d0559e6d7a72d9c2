package dev.tailrace.guest.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.engine.journal.owner.DropCounters;
import dev.tailrace.engine.journal.owner.Owner;
import dev.tailrace.engine.journal.owner.OwnerDescriptor;
import dev.tailrace.level.LevelAnswer;
import dev.tailrace.testkit.Damage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnerFiguresTest {
    @TempDir
    Path lanes;

    /** Shared memory can hold anything. */
    @Test
    void limited_isWhatTheProcessShows_unlessItCanNotBe() throws IOException {
        Owner owner = Owner.enter(lanes);
        DropCounters.of(owner).showLimited(4_812);
        assertThat(OwnerFigures.of(lanes, owner.name()).limited()).isEqualTo(4_812);

        for (long damaged : new long[] {-5, Long.MAX_VALUE, Long.MIN_VALUE}) {
            Damage.word(lanes.resolve(owner.name() + Owner.SUFFIX), OwnerDescriptor.LIMITED_OFFSET, damaged);
            assertThat(OwnerFigures.of(lanes, owner.name()).limited()).isZero();
        }
        owner.leave();
    }

    @Test
    void limits_areThoseTheProcessShows_untilItShowsNone() throws IOException {
        Owner owner = Owner.enter(lanes);
        LevelAnswer.LimitState limit = new LevelAnswer.LimitState("com.acme", "10/s", "INFO", 1_000, "a test");
        byte[] text =
                new LevelAnswer("i", "", List.of(), List.of(limit), 0).text().getBytes(StandardCharsets.UTF_8);

        owner.showLimits(text);
        assertThat(OwnerFigures.of(lanes, owner.name()).limits()).containsExactly(limit);

        Path file = lanes.resolve(owner.name() + Owner.SUFFIX);
        for (long damaged : new long[] {-5, 3, OwnerDescriptor.MOST_LIMITS + 1, Long.MAX_VALUE}) {
            Damage.word(file, OwnerDescriptor.LIMITS_LENGTH_OFFSET, damaged);
            assertThat(OwnerFigures.of(lanes, owner.name()).limits()).isEmpty();
        }
        owner.showLimits(text.clone());
        assertThat(OwnerFigures.of(lanes, owner.name()).limits()).containsExactly(limit);

        owner.showLimits(new byte[0]);
        assertThat(OwnerFigures.of(lanes, owner.name()).limits()).isEmpty();
        owner.leave();
    }
}
