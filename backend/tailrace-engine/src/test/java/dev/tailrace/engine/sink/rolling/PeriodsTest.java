package dev.tailrace.engine.sink.rolling;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.core.rolling.helper.RollingCalendar;
import java.time.Instant;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;
import java.util.Locale;
import java.util.Random;
import java.util.TimeZone;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PeriodsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "yyyy-MM-dd_HH-mm-ss",
                "yyyy-MM-dd_HH-mm",
                "yyyy-MM-dd_HH",
                "yyyy-MM-dd_hh",
                "yyyy-MM-dd a",
                "yyyy-MM-dd",
                "yyyy-DDD",
                "yyyy-ww",
                "yyyy-MM",
                "yyyy/MM/dd",
                "yyyyMMdd'T'HH"
            })
    void nextPeriod_isLogbacks(String pattern) {
        for (String zone : new String[] {"UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata"}) {
            RollingCalendar theirs = new RollingCalendar(pattern, TimeZone.getTimeZone(zone), Locale.getDefault());
            Periods ours = requireNonNull(Periods.of(pattern, ZoneId.of(zone)));
            long seed = System.nanoTime();
            Random random = new Random(seed);
            for (int i = 0; i < 1000; i++) {
                long millis = random.nextLong(2_000_000_000_000L);
                String where = pattern + " " + zone + " " + Instant.ofEpochMilli(millis) + " seed " + seed;
                long theirNext = theirs.getNextTriggeringDate(Instant.ofEpochMilli(millis))
                        .toEpochMilli();
                if (theirNext > millis) {
                    assertThat(ours.next(millis)).as(where).isEqualTo(theirNext);
                } else {
                    // A period that is longer than its unit because clocks were set back: there Logback rolls with each
                    // line.
                    assertThat(ours.next(millis)).as(where).isGreaterThan(millis);
                }
                assertThat(ours.before(millis, 3))
                        .as(where)
                        .isEqualTo(theirs.getEndOfNextNthPeriod(Instant.ofEpochMilli(millis), -3)
                                .toEpochMilli());
            }
        }
    }

    @Test
    void start_isNotLaterThanTheMoment_andIsItsOwnStart() {
        Periods weeks = requireNonNull(Periods.of("yyyy-ww", ZoneId.of("UTC")));
        long start = weeks.start(1_710_000_000_000L);
        assertThat(start).isLessThanOrEqualTo(1_710_000_000_000L);
        assertThat(weeks.start(start)).isEqualTo(start);
    }

    /** Else each line would end a period. */
    @ParameterizedTest
    @ValueSource(strings = {"Europe/Berlin", "Australia/Lord_Howe", "America/Sao_Paulo", "Asia/Beirut", "Africa/Cairo"})
    void nextPeriod_whenClocksChange_isLater(String zone) {
        for (String pattern :
                new String[] {"yyyy-MM-dd_HH-mm", "yyyy-MM-dd_HH", "yyyy-MM-dd a", "yyyy-MM-dd", "yyyy-ww"}) {
            Periods periods = requireNonNull(Periods.of(pattern, ZoneId.of(zone)));
            Instant year = Instant.parse("2016-01-01T00:00:00Z");
            for (ZoneOffsetTransition change = ZoneId.of(zone).getRules().nextTransition(year);
                    change != null && change.getInstant().isBefore(Instant.parse("2024-12-31T00:00:00Z"));
                    change = ZoneId.of(zone).getRules().nextTransition(change.getInstant())) {
                for (long minute = -150; minute < 150; minute += 7) {
                    long millis = change.getInstant().toEpochMilli() + minute * 60_000;
                    assertThat(periods.next(millis))
                            .as(pattern + " " + zone + " " + Instant.ofEpochMilli(millis))
                            .isGreaterThan(millis);
                }
            }
        }
    }

    @Test
    void hourOfWhichHalfComesTwice_isOnePeriod() {
        Periods hours = requireNonNull(Periods.of("yyyy-MM-dd_HH", ZoneId.of("Australia/Lord_Howe")));
        long second = Instant.parse("2016-04-02T15:10:00Z").toEpochMilli();
        assertThat(hours.start(second))
                .isEqualTo(Instant.parse("2016-04-02T14:00:00Z").toEpochMilli());
        assertThat(hours.next(second))
                .isEqualTo(Instant.parse("2016-04-02T15:30:00Z").toEpochMilli());
    }

    @Test
    void dateThatNeverChanges_hasNoPeriods() {
        assertThat(Periods.of("'x'", ZoneId.of("UTC"))).isNull();
    }
}
