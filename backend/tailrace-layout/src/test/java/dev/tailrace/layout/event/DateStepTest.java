package dev.tailrace.layout.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.bytes.TextBuffer;
import dev.tailrace.layout.PatternEncoder;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DateStepTest {
    private static String encode(PatternEncoder encoder, Instant time) {
        TextBuffer line = new TextBuffer(64, 1_024);
        Event event = new Event(line);
        event.begin(20, 1, "a", "", time.getEpochSecond() * 1_000_000_000L + time.getNano());
        encoder.encode(event, line);
        return line.toString();
    }

    @Test
    void encode_acrossZoneTransitions_showsTheRightOffset() {
        PatternEncoder encoder = PatternEncoder.compile("%d{yyyy-MM-dd HH:mm:ss.SSS xxx, Europe/Zurich}%nopex")
                .encoder();
        DateTimeFormatter expected =
                DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS xxx").withZone(ZoneId.of("Europe/Zurich"));
        Instant spring = Instant.parse("2024-03-31T01:00:00Z");
        Instant autumn = Instant.parse("2024-10-27T01:00:00Z");
        for (Instant transition : new Instant[] {spring, autumn, spring}) {
            for (int millis = -2_500; millis < 2_500; millis += 7) {
                Instant time = transition.plusMillis(millis);
                assertThat(encode(encoder, time)).isEqualTo(expected.format(time));
            }
        }
    }

    @Test
    void encode_randomTimes_equalsTheFormatter() {
        String[] patterns = {
            "SSSSSS ss",
            "HH:mm:ss.SSSSSSSSS",
            "ss.S",
            "yyyyMMddHHmmssSSS",
            "G D w e a K k H 'S' SS",
            "HH:mm",
            "n",
            "ss[.SSS]"
        };
        Random random = new Random(11);
        for (String pattern : patterns) {
            PatternEncoder encoder =
                    PatternEncoder.compile("%d{\"" + pattern + "\", UTC}%nopex").encoder();
            PatternEncoder log4j = PatternEncoder.compileLog4j(
                            "%d{" + pattern + "}{UTC}%notEmpty{%ex}", name -> null, TextRules.FILE)
                    .encoder();
            DateTimeFormatter expected = DateTimeFormatter.ofPattern(pattern).withZone(ZoneId.of("UTC"));
            for (int i = 0; i < 500; i++) {
                Instant time = Instant.ofEpochSecond(
                        random.nextInt(3) - 1 + (i % 7) * 100_000_000L, random.nextInt(1_000_000_000));
                // Logback formats milliseconds only.
                assertThat(encode(encoder, time))
                        .as(pattern)
                        .isEqualTo(expected.format(time.truncatedTo(ChronoUnit.MILLIS)));
                assertThat(encode(log4j, time)).as(pattern).isEqualTo(expected.format(time));
            }
        }
    }
}
