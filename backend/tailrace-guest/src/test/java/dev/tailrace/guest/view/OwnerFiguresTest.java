package dev.tailrace.guest.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.engine.journal.owner.DropCounters;
import dev.tailrace.engine.journal.owner.Owner;
import dev.tailrace.engine.journal.owner.OwnerDescriptor;
import dev.tailrace.testkit.Damage;
import java.io.IOException;
import java.nio.file.Path;
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
}
