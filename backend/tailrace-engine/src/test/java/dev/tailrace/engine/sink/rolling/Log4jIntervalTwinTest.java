package dev.tailrace.engine.sink.rolling;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.destination.RollingOptions;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.logging.log4j.core.appender.rolling.PatternProcessor;
import org.apache.logging.log4j.core.lookup.StrSubstitutor;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When files end, and which date they get, if several periods make one: compared with the real Log4j 2, period after period. */
class Log4jIntervalTwinTest {
    @ParameterizedTest
    @CsvSource({
        "yyyy-MM-dd-HH-mm-ss, 2",
        "yyyy-MM-dd-HH-mm-ss, 45",
        "yyyy-MM-dd-HH-mm, 1",
        "yyyy-MM-dd-HH-mm, 15",
        "yyyy-MM-dd-HH-mm, 7",
        "yyyy-MM-dd-HH, 6",
        "yyyy-MM-dd-HH, 5",
        "yyyy-MM-dd, 2",
        "yyyy-MM-dd, 10",
        "yyyy-MM, 3",
        "yyyy, 2"
    })
    void endsAndNames_areLog4js(String date, int interval) {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (boolean modulate : new boolean[] {false, true}) {
            RollingOptions options = new RollingOptions(interval, modulate, -1, null, false, List.of());
            for (int i = 0; i < 20; i++) {
                long begun = LocalDateTime.of(2020, 1, 1, 0, 0).toEpochSecond(ZoneOffset.UTC) * 1_000
                        + random.nextLong(100_000_000_000L);
                Periods periods = requireNonNull(Periods.of(date, ZoneId.systemDefault()));
                PeriodClock ours = new PeriodClock(periods, options, true, begun);
                PatternProcessor theirs = new PatternProcessor("%d{" + date + "}");
                long end = theirs.getNextTime(begun, interval, modulate);
                for (int roll = 0; roll < 12; roll++) {
                    String where = date + " every " + interval + " " + modulate + " from " + Instant.ofEpochMilli(begun)
                            + ", roll " + roll + ", seed " + seed;
                    long nanos = TimeUnit.MILLISECONDS.toNanos(end);
                    assertThat(ours.over(nanos - 1)).as(where).isFalse();
                    assertThat(ours.over(nanos)).as(where).isTrue();
                    // What Log4j's policy does with the first event of the new span.
                    end = theirs.getNextTime(end, interval, modulate);
                    StringBuilder name = new StringBuilder();
                    theirs.formatFileName(new StrSubstitutor(), name, false, 1);
                    FileNamePattern pattern = FileNamePattern.parse("%d{" + date + "}");
                    assertThat(pattern.name(ours.startMillis(), 0)).as(where).hasToString(name.toString());
                    ours.beginAt(nanos);
                }
            }
        }
    }
}
