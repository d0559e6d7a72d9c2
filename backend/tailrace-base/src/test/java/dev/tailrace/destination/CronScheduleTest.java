package dev.tailrace.destination;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.text.ParseException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Random;
import java.util.TimeZone;
import org.apache.logging.log4j.core.util.CronExpression;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@SuppressWarnings("JavaUtilDate") // Log4j's class knows no other
class CronScheduleTest {
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
    private static final ZoneId UTC = ZoneId.of("UTC");
    private static final int MOMENTS = 6;

    private static long millis(String local, ZoneId zone) {
        return LocalDateTime.parse(local).atZone(zone).toInstant().toEpochMilli();
    }

    private static String local(long millis, ZoneId zone) {
        return LocalDateTime.ofInstant(Instant.ofEpochMilli(millis), zone).toString();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0 0 12 * * ?|2024-03-09T12:00:00|2024-03-10T12:00",
                "0 0/15 * * * ?|2024-03-09T11:59:59|2024-03-09T12:00",
                "*/20 * * * * ?|2024-03-09T12:00:20|2024-03-09T12:00:40",
                "0 0 22-2/2 * * ?|2024-03-09T00:00:00|2024-03-09T02:00",
                "0 30 9 ? * MON-FRI|2024-03-08T09:30:00|2024-03-11T09:30",
                "0 0 0 ? * 6L|2024-03-09T12:00:00|2024-03-29T00:00",
                "0 0 0 ? * FRI#2|2024-03-09T12:00:00|2024-04-12T00:00",
                "0 0 0 L * ?|2024-02-09T12:00:00|2024-02-29T00:00",
                "0 0 0 L-3 * ?|2024-02-09T12:00:00|2024-02-26T00:00",
                "0 0 0 LW * ?|2024-03-09T12:00:00|2024-03-29T00:00",
                "0 0 0 15W * ?|2024-06-09T12:00:00|2024-06-14T00:00",
                "0 0 0 1W * ?|2024-05-09T12:00:00|2024-06-03T00:00",
                "0 0 0 29 FEB ?|2024-03-01T00:00:00|2028-02-29T00:00",
                "0 0 0 1 1 ? 2030/5|2024-03-01T00:00:00|2030-01-01T00:00",
                "0 0 0 1,15 jan-MAR,Dec ?|2024-03-20T00:00:00|2024-12-01T00:00",
            })
    void after_isTheNextMoment(String expression, String from, String expected) {
        CronSchedule schedule = CronSchedule.parse(expression, UTC);
        long next = schedule.after(millis(from, UTC));
        assertThat(local(next, UTC)).isEqualTo(expected);
        assertThat(schedule.upTo(next)).isEqualTo(next);
        assertThat(schedule.upTo(next + 1)).isEqualTo(next);
        assertThat(schedule.upTo(next - 1)).isNotEqualTo(next);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "0 0 0 * *",
                "0 0 0 * * ? * *",
                "0 0 0 * * *",
                "0 0 0 ? * ?",
                "60 0 0 * * ?",
                "0 0 24 * * ?",
                "0 0 0 0 * ?",
                "0 0 0 32 * ?",
                "0 0 0 * 13 ?",
                "0 0 0 ? * 8",
                "0 0 0 ? * MON#6",
                "0 0 0 ? * FOO",
                "0 0 0 L-31 * ?",
                "0 0 0 32W * ?",
                "0 0 0 1W,2 * ?",
                "0 0 0 L,2 * ?",
                "x 0 0 * * ?",
                "0/0 0 0 * * ?",
                "1,,2 0 0 * * ?",
                "1- 0 0 * * ?",
                "0 0 0 * * ? 2030-2020",
                "0 0 0 * * ? 99999"
            })
    void parse_whatMeansNothing_isRefused(String expression) {
        assertThatThrownBy(() -> CronSchedule.parse(expression, UTC)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void parse_longText_isRefused() {
        assertThatThrownBy(() -> CronSchedule.parse("0,".repeat(1_000) + "0 0 0 * * ?", UTC))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("500");
    }

    @Test
    void text_isTheSameForAllThatMeanTheSameWords() {
        CronSchedule schedule = CronSchedule.parse("  0 0\t12  ? * mon ", UTC);
        assertThat(schedule.text()).isEqualTo("0 0 12 ? * MON");
        assertThat(CronSchedule.parse(schedule.text(), UTC)).isEqualTo(schedule).hasSameHashCodeAs(schedule);
        assertThat(CronSchedule.parse(schedule.text(), BERLIN)).isNotEqualTo(schedule);
    }

    @Test
    void days_thatNeverCome_endInNever() {
        assertThat(CronSchedule.parse("0 0 0 30 2 ?", UTC).after(0)).isEqualTo(CronSchedule.NEVER);
        assertThat(CronSchedule.parse("0 0 0 30 2 ?", UTC).upTo(0)).isEqualTo(CronSchedule.NEVER);
        assertThat(CronSchedule.parse("0 0 0 * * ? 2001", UTC).after(millis("2024-01-01T00:00:00", UTC)))
                .isEqualTo(CronSchedule.NEVER);
    }

    @Test
    void daylightSaving_leavesNoDayOut_andRepeatsNone() {
        CronSchedule schedule = CronSchedule.parse("0 30 2 * * ?", BERLIN);
        List<String> moments = new ArrayList<>();
        long at = millis("2024-03-30T00:00:00", BERLIN);
        for (int i = 0; i < 3; i++) {
            at = schedule.after(at);
            moments.add(ZonedDateTime.ofInstant(Instant.ofEpochMilli(at), BERLIN)
                    .toOffsetDateTime()
                    .toString());
        }
        assertThat(moments)
                .containsExactly("2024-03-30T02:30+01:00", "2024-03-31T03:00+02:00", "2024-04-01T02:30+02:00");
        moments.clear();
        at = millis("2024-10-26T00:00:00", BERLIN);
        for (int i = 0; i < 3; i++) {
            at = schedule.after(at);
            moments.add(ZonedDateTime.ofInstant(Instant.ofEpochMilli(at), BERLIN)
                    .toOffsetDateTime()
                    .toString());
        }
        assertThat(moments)
                .containsExactly("2024-10-26T02:30+02:00", "2024-10-27T02:30+02:00", "2024-10-28T02:30+01:00");
    }

    /** From any moment the one before and the one after it are neighbours, also where clocks change. */
    @Test
    void afterAndUpTo_agree() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (String zone : new String[] {"Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "UTC"}) {
            for (int i = 0; i < 150; i++) {
                String expression = expression(random);
                CronSchedule schedule = CronSchedule.parse(expression, ZoneId.of(zone));
                // Around a change of clocks in three of four cases.
                long near = millis(i % 2 == 0 ? "2024-03-31T02:00:00" : "2024-10-27T02:00:00", BERLIN);
                long at = i % 4 == 0
                        ? random.nextLong(4_000_000_000_000L)
                        : near + random.nextLong(10L * 86_400_000) - 5L * 86_400_000;
                String where = expression + " in " + zone + " at " + at + ", seed " + seed;
                long next = schedule.after(at);
                long last = schedule.upTo(at);
                if (next != CronSchedule.NEVER) {
                    assertThat(next).as(where).isGreaterThan(at);
                    assertThat(schedule.upTo(next)).as(where).isEqualTo(next);
                    assertThat(schedule.upTo(next - 1)).as(where).isEqualTo(last);
                }
                if (last != CronSchedule.NEVER) {
                    assertThat(last).as(where).isLessThanOrEqualTo(at);
                    assertThat(schedule.after(last)).as(where).isEqualTo(next);
                }
            }
        }
    }

    /** The same moments as Log4j's own class finds, but for the days on which clocks change. */
    @Test
    void after_isWhatLog4jFinds() throws ParseException {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        int compared = 0;
        for (int i = 0; i < 1_500; i++) {
            ZoneId zone = i % 3 == 0 ? UTC : i % 3 == 1 ? BERLIN : ZoneId.of("America/New_York");
            String expression = expression(random);
            CronSchedule ours = CronSchedule.parse(expression, zone);
            CronExpression theirs = new CronExpression(expression);
            theirs.setTimeZone(TimeZone.getTimeZone(zone));
            long at = millis("2001-01-01T00:00:00", zone) + random.nextLong(1_800_000_000_000L);
            for (int moment = 0; moment < MOMENTS; moment++) {
                Date expected = theirs.getNextValidTimeAfter(new Date(at));
                long next = ours.after(at);
                if (changesClocks(zone, at, expected)) {
                    break;
                }
                assertThat(next)
                        .as("%s in %s after %s, seed %d", expression, zone, local(at, zone), seed)
                        .isEqualTo(expected == null ? CronSchedule.NEVER : expected.getTime());
                if (expected == null) {
                    break;
                }
                compared++;
                at = next;
            }
        }
        assertThat(compared).isGreaterThan(2_500);
    }

    private static boolean changesClocks(ZoneId zone, long from, @Nullable Date to) {
        Instant change = zone.getRules().isFixedOffset()
                ? null
                : zone.getRules()
                        .nextTransition(Instant.ofEpochMilli(from - 86_400_000L))
                        .getInstant();
        return change != null && to != null && change.toEpochMilli() < to.getTime() + 86_400_000L;
    }

    private static String expression(Random random) {
        boolean ofMonth = random.nextBoolean();
        return numbers(random, 0, 59) + " " + numbers(random, 0, 59) + " " + numbers(random, 0, 23) + " "
                + (ofMonth ? dayOfMonth(random) : "?") + " "
                + (random.nextInt(3) > 0
                        ? "*"
                        : random.nextBoolean()
                                ? numbers(random, 1, 12)
                                : name(random, "JAN", "MAR", "JUN", "OCT", "DEC"))
                + " " + (ofMonth ? "?" : dayOfWeek(random));
    }

    private static String dayOfMonth(Random random) {
        return switch (random.nextInt(8)) {
            case 0 -> "L";
            case 1 -> "L-" + random.nextInt(27);
            case 2 -> "*";
            default -> numbers(random, 1, 31);
        };
    }

    private static String dayOfWeek(Random random) {
        return switch (random.nextInt(6)) {
            case 0 -> 1 + random.nextInt(7) + "L";
            case 1 -> 1 + random.nextInt(7) + "#" + (1 + random.nextInt(4));
            case 2 -> name(random, "SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT");
            case 3 -> "*";
            default -> numbers(random, 1, 7);
        };
    }

    private static String name(Random random, String... names) {
        String first = names[random.nextInt(names.length)];
        return random.nextBoolean()
                ? first
                : first + (random.nextBoolean() ? "-" : ",") + names[random.nextInt(names.length)];
    }

    private static String numbers(Random random, int least, int most) {
        int first = least + random.nextInt(most - least + 1);
        int second = least + random.nextInt(most - least + 1);
        int step = 1 + random.nextInt((most - least) / 2);
        return switch (random.nextInt(8)) {
            case 0 -> "*";
            case 1 -> "*/" + step;
            case 2 -> first + "/" + step;
            case 3 -> Math.min(first, second) + "-" + Math.max(first, second);
            case 4 -> first + "-" + second + "/" + step;
            case 5 -> first + "," + second;
            case 6 -> first + "-" + second;
            default -> String.valueOf(first);
        };
    }
}
