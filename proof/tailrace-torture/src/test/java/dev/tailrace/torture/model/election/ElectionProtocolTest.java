package dev.tailrace.torture.model.election;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.torture.model.Explorer;
import dev.tailrace.torture.model.Model;
import dev.tailrace.torture.model.Rules;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Every interleaving of the election, with all of its rules, and with each of them left out. */
class ElectionProtocolTest {
    @ParameterizedTest
    @CsvSource({"2, 2, 3000", "3, 2, 100000"})
    void election_anyKillAnyLostLock_oneWritesAtATimeAndEachBatchOnce(int processes, int batches, int states) {
        Explorer.Result result = Explorer.explore(new Election(processes, batches, Rules.all()));

        assertThat(result.story()).isEmpty();
        assertThat(result.states()).isGreaterThan(states);
    }

    @Test
    void joining_anyKill_livingMembersShareADirectory() {
        Explorer.Result result = Explorer.explore(new Joining(3, Rules.all()));

        assertThat(result.story()).isEmpty();
        assertThat(result.states()).isGreaterThan(9_000);
    }

    @ParameterizedTest
    @CsvSource({"1, 0", "1, 1", "2, 1"})
    void lockOnly_holderRuns_isNotReplacedWhileItLives(int candidates, int drops) {
        Explorer.Result result = Explorer.explore(new LockOnly(candidates, drops, false, Rules.all()));

        assertThat(result.story()).isEmpty();
    }

    @Test
    void lockOnly_holderStoppedWithItsLock_isWaitedFor() {
        assertThat(Explorer.explore(new LockOnly(1, 0, true, Rules.all())).story())
                .isEmpty();
    }

    /** A limit of the lock: nothing distinguishes a stopped holder that lost its lock from a dead one. */
    @Test
    void lockOnly_holderLosesItsLockAndIsStopped_isReplacedInsideAWrite() {
        // Not stopped, the holder survives the same single drop.
        assertThat(Explorer.explore(new LockOnly(1, 1, false, Rules.all())).story())
                .isEmpty();
        String story = Explorer.explore(new LockOnly(1, 1, true, Rules.all())).story();

        assertThat(story).startsWith("a write goes on after a takeover").contains("is stopped");
    }

    /** The other limit: a JVM that closes descriptors so often that no poll comes between retaking and losing the lock. */
    @Test
    void lockOnly_lockLostAfterEachRetake_runningHolderIsReplaced() {
        String story = Explorer.explore(new LockOnly(1, 2, false, Rules.all())).story();

        assertThat(story).startsWith("a write goes on after a takeover");
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"REPLACER_HOLDS", "REPLACER_LOOKS_FIRST"})
    void rule_leftOut_isMissed(ElectionRule rule) {
        assertThat(story(rule.part, Rules.without(rule)))
                .as("without %s", rule)
                .startsWith(cost(rule))
                .contains("after:\n");
    }

    /** For the record either will do; for the log's bytes, being the holder is needed all the same. */
    @Test
    void replacer_holdsOrLooksFirst_eitherIsEnough() {
        assertThat(story(ElectionRule.Part.JOINING, Rules.without(ElectionRule.REPLACER_HOLDS)))
                .isEmpty();
        assertThat(story(ElectionRule.Part.JOINING, Rules.without(ElectionRule.REPLACER_LOOKS_FIRST)))
                .isEmpty();
        assertThat(story(
                        ElectionRule.Part.JOINING,
                        Rules.without(ElectionRule.REPLACER_HOLDS, ElectionRule.REPLACER_LOOKS_FIRST)))
                .startsWith("living members in two directories");
    }

    /** Why a record can't be tried out and put back: a newcomer may have followed it. Nothing has to be killed for that. */
    @Test
    void newRecordPutBack_newcomerFollowedIt_membersAreInTwoDirectories() {
        String story = Explorer.explore(new Joining(2, Rules.without(ElectionRule.MARK_BEFORE_NAMING)))
                .story();

        assertThat(story)
                .startsWith("living members in two directories")
                .contains("puts back")
                .doesNotContain("is killed");
    }

    private static String story(ElectionRule.Part part, Rules<ElectionRule> rules) {
        List<Model<?>> models = switch (part) {
            case ELECTION -> List.of(new Election(2, 2, rules));
            case JOINING -> List.of(new Joining(2, rules), new Joining(3, rules));
            case LOCK_ONLY -> List.of(new LockOnly(1, 1, false, rules));
        };
        for (Model<?> model : models) {
            Explorer.Result result = Explorer.explore(model);
            if (!result.isGood()) {
                return result.story();
            }
        }
        return "";
    }

    /** What goes wrong without a rule. */
    private static String cost(ElectionRule rule) {
        return switch (rule) {
            case COMPARE_AND_SET, LOOK_AT_HOLDER, PROOF_OF_DEATH, WAIT_FOR_STOPPED, ZERO_AFTER_LAST_WRITE ->
                "two processes inside a write";
            case TASKS_OF_ZOMBIE -> "appended after a takeover";
            case REDO_INTENT, REDO_AFTER_ZERO -> "batch 1 appended twice";
            case START_TICKS,
                    ZOMBIE_IS_DEAD,
                    ZERO_WHEN_GIVING_UP,
                    RELEASE_AFTER_ZERO,
                    OWNER_FILE_OUTLIVES_HOLDING,
                    MARK_OF_THE_DEAD_IS_VOID -> "stuck for ever";
            case FIRST_RECORD_EXCLUSIVE,
                    NEWCOMER_READS_AGAIN,
                    REPLACER_HOLDS,
                    REPLACER_LOOKS_FIRST,
                    MARK_BEFORE_NAMING,
                    REPLACER_LOOKS_AGAIN,
                    REPLACER_ENTERS_FIRST -> "living members in two directories";
            case NEWCOMER_STANDS -> "the lanes of a living member are gone";
            case WHOLE_PERIOD, RETAKE_LOCK, RETAKE_UNTIL_HELD -> "a write goes on after a takeover";
        };
    }
}
