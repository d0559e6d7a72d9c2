package dev.tailrace.engine.sink.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.destination.RollingOptions;
import dev.tailrace.engine.sink.rolling.FileNamePattern;
import dev.tailrace.engine.sink.rolling.PeriodClock;
import dev.tailrace.engine.sink.rolling.Periods;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The file was begun at noon of the first day of 1970. */
class RollTriggerTest {
    private static final long DAY = TimeUnit.DAYS.toNanos(1);
    private static final long NOON = DAY / 2;
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final long DAY_MILLIS = TimeUnit.DAYS.toMillis(1);
    private static final RollingOptions DATED_BY_ROLL = new RollingOptions(1, false, -1, null, true, List.of());

    private long now = NOON;

    private RollTrigger daily(RollingOptions options, boolean namedAtRoll) {
        Periods periods = FileNamePattern.parse("app.%d{yyyy-MM-dd,UTC}.log").periods();
        long begun = TimeUnit.NANOSECONDS.toMillis(NOON);
        return new RollTrigger(new PeriodClock(periods, options, namedAtRoll, begun), 100, () -> now);
    }

    @Test
    void isDue_bySizeOrByPeriod() {
        RollTrigger trigger = daily(RollingOptions.NONE, true);
        assertThat(trigger.isDue(DAY - 1, 99)).isFalse();
        assertThat(trigger.isDue(DAY - 1, 100)).isTrue();
        assertThat(trigger.isDue(DAY, 0)).isTrue();
        assertThat(trigger.byLine(DAY - 1)).isEqualTo(new RollTrigger.Roll(DAY - 1, false, 0, 0));
        assertThat(trigger.byLine(DAY)).isEqualTo(new RollTrigger.Roll(DAY, true, 0, DAY_MILLIS));
    }

    @Test
    void done_beginsTheNextPeriod() {
        RollTrigger trigger = daily(RollingOptions.NONE, true);
        trigger.done(trigger.byLine(DAY));
        assertThat(trigger.isDue(DAY, 0)).isFalse();
        assertThat(trigger.isDue(2 * DAY, 0)).isTrue();
    }

    @Test
    void isDue_afterAFailure_waitsForASecond() {
        RollTrigger trigger = daily(RollingOptions.NONE, true);
        assertThat(trigger.pause()).as("the first failure").isTrue();
        assertThat(trigger.pause()).as("the same again").isFalse();
        assertThat(trigger.isDue(DAY, 100)).isFalse();
        now += SECOND - 1;
        assertThat(trigger.isDue(DAY, 100)).isFalse();
        now += 1;
        assertThat(trigger.isDue(DAY, 100)).isTrue();
        now = 0;
        assertThat(trigger.isDue(DAY, 100)).as("a clock that was set back").isTrue();
        trigger.done(trigger.byLine(DAY));
        assertThat(trigger.pause()).as("the first failure after a roll").isTrue();
    }

    @Test
    void byClock_thatWasSetBack_goesBackOnlyWhereFilesAreNamedAtTheirRoll() {
        RollTrigger trigger = daily(RollingOptions.NONE, true);
        trigger.done(trigger.byLine(3 * DAY));
        assertThat(trigger.byClock(3 * DAY, false)).isNull();
        assertThat(trigger.isDue(NOON, 0))
                .as("a line of a process that died days ago")
                .isFalse();
        assertThat(trigger.byClock(NOON, false)).isEqualTo(new RollTrigger.Roll(NOON, true, 3 * DAY_MILLIS, 0));

        RollTrigger dated = daily(RollingOptions.NONE, false);
        dated.done(dated.byLine(3 * DAY));
        assertThat(dated.byClock(NOON, false)).isNull();
    }

    @Test
    void byClock_completesARollThatWasBegun() {
        RollTrigger trigger = daily(RollingOptions.NONE, true);
        assertThat(trigger.byClock(NOON, true)).isEqualTo(new RollTrigger.Roll(NOON, false, 0, 0));
    }

    @Test
    void roll_ofAFileThatIsDatedByIt_hasTheDateOfThatMoment_butNotAtAStart() {
        RollTrigger renamed = daily(DATED_BY_ROLL, true);
        assertThat(renamed.isDue(2 * DAY, 0)).isFalse();
        assertThat(renamed.byLine(2 * DAY)).isEqualTo(new RollTrigger.Roll(2 * DAY, false, 2 * DAY_MILLIS, 0));
        assertThat(renamed.atStart(2 * DAY)).isEqualTo(new RollTrigger.Roll(2 * DAY, false, 0, 0));

        RollTrigger dated = daily(DATED_BY_ROLL, false);
        assertThat(dated.byLine(2 * DAY)).isEqualTo(new RollTrigger.Roll(2 * DAY, true, 0, 2 * DAY_MILLIS));
        assertThat(dated.atStart(2 * DAY)).isEqualTo(new RollTrigger.Roll(2 * DAY, false, 0, 0));
    }
}
