package dev.tailrace.torture.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Every way to crash the protocol and to disturb it, with all of its rules, and with each of them left out. */
class IntentProtocolTest {
    /** Nothing is destroyed: each line must be there exactly once. */
    private static final Set<Outside> GENTLE =
            EnumSet.of(Outside.APPEND, Outside.RENAME, Outside.REPLACE, Outside.SHORT_WRITE);

    private static final Set<Outside> ANYTHING = EnumSet.allOf(Outside.class);

    @Test
    void run_undisturbed_tellsEveryLineOnce() {
        Explorer.Result result = Explorer.explore(new IntentModel(Rules.all(), 0, 0, GENTLE));

        assertThat(result.story()).isEmpty();
        assertThat(result.states()).isEqualTo(1);
    }

    @Tag("slow")
    @ParameterizedTest
    @CsvSource({"3, 0", "2, 1", "1, 2"})
    void crash_afterAnyStep_nothingLostAndNothingTwice(int crashes, int acts) {
        Explorer.Result result = Explorer.explore(new IntentModel(Rules.all(), crashes, acts, GENTLE));

        assertThat(result.story()).isEmpty();
        assertThat(result.states()).isGreaterThan(2_000);
    }

    @ParameterizedTest
    @CsvSource({"2, 1", "0, 2"})
    void crash_fileCutOrDeletedMeanwhile_nothingLostButWhatWasDestroyed(int crashes, int acts) {
        Explorer.Result result = Explorer.explore(new IntentModel(Rules.all(), crashes, acts, ANYTHING));

        assertThat(result.story()).isEmpty();
    }

    @Tag("slow")
    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"SEQUENCE_LAST", "CHECKSUM"})
    void rule_leftOut_isMissed(DrainRule rule) {
        assertThat(isMissed(Rules.without(rule))).isTrue();
    }

    @Test
    void halfWrittenSlot_sequenceOrChecksum_eitherIsEnough() {
        assertThat(Explorer.explore(new IntentModel(Rules.without(DrainRule.SEQUENCE_LAST), 2, 1, GENTLE))
                        .isGood())
                .isTrue();
        assertThat(Explorer.explore(new IntentModel(Rules.without(DrainRule.CHECKSUM), 2, 1, GENTLE))
                        .isGood())
                .isTrue();
        assertThat(isMissed(Rules.without(DrainRule.SEQUENCE_LAST, DrainRule.CHECKSUM)))
                .isTrue();
    }

    private static boolean isMissed(Rules<DrainRule> rules) {
        for (int[] budget : new int[][] {{1, 0}, {2, 0}, {1, 1}, {2, 1}, {1, 2}}) {
            if (!Explorer.explore(new IntentModel(rules, budget[0], budget[1], GENTLE))
                    .isGood()) {
                return true;
            }
        }
        return false;
    }
}
