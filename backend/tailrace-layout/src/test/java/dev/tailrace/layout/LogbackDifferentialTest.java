package dev.tailrace.layout;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.PatternLayout;
import dev.tailrace.layout.event.Sample;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Marker;
import org.slf4j.MarkerFactory;
import org.slf4j.event.KeyValuePair;

/**
 * Compares with real Logback. Where this engine differs on purpose, the samples here stay away from the difference, and a
 * test of its own shows it:
 *
 * <ul>
 *   <li>control characters of arguments, contexts, key-values, markers, thread and logger names are escaped: a line stays a
 *       line, and logged text can't control a terminal ({@link EscapingTest});
 *   <li>a {@code toString()} that throws writes {@code [FAILED toString()]} in key-values and markers too, where Logback loses
 *       the line ({@link MessageTextTest});
 *   <li>doubles are the shortest that read back, also on JDK 17 and 18 (the samples' doubles are short);
 *   <li>dates show microseconds where the pattern asks for them; Logback knows milliseconds only ({@link DateStepTest});
 *   <li>a pattern that cannot be read is replaced by a usable one, where Logback then writes nothing; and a {@code )} that closes
 *       nothing is written, where Logback drops the rest of the pattern ({@link PatternProblemsTest});
 *   <li>what directly follows the {@code )} of a group is read as pattern, where Logback takes the first character
 *       literally, so that {@code %red(%p)%n} ends in {@code %n} ({@link PatternGoldenTest});
 *   <li>a null message is "null" also under a format modifier, where Logback pads nothing with spaces.
 * </ul>
 */
class LogbackDifferentialTest {
    private final LoggerContext loggers = new LoggerContext();

    LogbackDifferentialTest() {
        loggers.setName("default");
    }

    private String logback(String pattern, Sample sample) {
        PatternLayout layout = new PatternLayout();
        layout.setContext(loggers);
        layout.setPattern(pattern);
        layout.start();
        // The bytes as in a file, where an unpaired surrogate is '?'.
        byte[] bytes = layout.doLayout(sample.logback(loggers)).getBytes(StandardCharsets.UTF_8);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private String ours(String pattern, Sample sample) {
        long birth = loggers.getBirthTime();
        return sample.ours(PatternEncoder.compile(pattern, birth).encoder());
    }

    private void compare(String pattern, Sample sample) {
        assertThat(ours(pattern, sample)).as(pattern).isEqualTo(logback(pattern, sample));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "%d{yyyy-MM-dd HH:mm:ss.SSS} %-5level [%thread] %logger{36} - %msg%n",
                "%d %p",
                "%date{ISO8601} %le",
                "%d{STRICT}",
                "%d{HH:mm:ss.SSS, UTC}",
                "%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX, Asia/Kolkata}",
                "%d{EEE d MMM yyyy, Europe/Zurich, de-CH}",
                "%d{\"yyyy-MM-dd HH:mm:ss,SSS\", UTC}",
                "%d{HH:mm:ss[.SSS], UTC}",
                "%d{HH'SSS'mm:ss.SSS z, UTC}",
                "%d{SSS ss S, UTC}",
                "%d{n A N, UTC}",
                "%d{nonsense}",
                "%ms %micros %ep %epoch{seconds} %r %relative",
                "%t|%thread|%-20t|%.4t|%20.30t",
                "%c|%lo|%logger|%c{0}|%c{1}|%c{5}|%c{10}|%c{20}|%c{27}|%c{28}|%c{29}|%c{100}|%c{-3}|%c{x}",
                "%m%n%msg%n%message%n",
                "%20.30msg|%.-5msg|%-80.90m|%.10m|%5.-7m|%30.10m",
                "%X{user}|%mdc{absent:-none}|%X{absent}|%X|%-10X{user}|%X{user:-x}|%X{:-x}",
                "%kvp|%kvp{NONE}|%kvp{SINGLE}|%kvp{double}|%kvp{odd}|%maskedKvp{a}|%maskedKvp{NONE,a,b}",
                "%marker|%10marker",
                "%cn|%contextName",
                "%ex{short}|",
                "%ex{2}|%throwable{1}|%exception{full}",
                "%ex{0}|",
                "%ex{full, java.lang, junit}",
                "%ex{4, junit}",
                "%rEx",
                "%rEx{3}%xEx{3}",
                "%nopex%msg",
                "%msg %nopexception",
                "%msg",
                "%msg%n",
                "%unknown %msg",
                "%unknown{opt} %-5unknown(%msg) x",
                "%(%d{HH:mm, UTC} %p) x",
                "%-30(%p %t) %msg",
                "%.10(%p %t %c) %msg",
                "%highlight(%p) %black(a) %red(b) %green(c) %yellow(d) %blue(e) %magenta(f) %cyan(g) %white(h) %gray(i) x",
                "%boldRed(%p) %boldGreen(%c{1}) %boldYellow(a) %boldBlue(b) %boldMagenta(c) %boldCyan(d) %boldWhite(e) x",
                "%-20highlight(%p) %10.12red(%p) x",
                "%highlight(%-5level %msg) %red(%ex{short}) x",
                "%replace(%msg){'\\s', '_'} x",
                "%replace(%msg){'(o)(r)', '$2$1'} x",
                "%-60replace(%msg %p){'[aeiou]', ''} x",
                "%replace(%msg){'x'} x",
                "\\%p %p\\_x \\(%msg\\) \\\\ \\t \\n \\r",
                "100\\%",
                "%red(%p)\\_x"
            })
    void encode_everyWord_writesWhatLogbackWrites(String pattern) {
        for (Sample sample : samples()) {
            compare(pattern, sample);
        }
    }

    @Test
    void encode_randomPatternsAndEvents_writesWhatLogbackWrites() {
        long seed = Long.getLong("tailrace.test.seed", System.nanoTime());
        System.out.println("seed " + seed + " (repeat with -Dtailrace.test.seed=" + seed + ")");
        Random random = new Random(seed);
        List<Sample> samples = samples();
        for (int i = 0; i < 600; i++) {
            String pattern = randomPattern(random, 0);
            Sample sample = samples.get(random.nextInt(samples.size()));
            assertThat(ours(pattern, sample)).as("seed %d: %s", seed, pattern).isEqualTo(logback(pattern, sample));
        }
    }

    private static String randomPattern(Random random, int depth) {
        String[] words = {
            "d",
            "d{HH:mm:ss.SSS}",
            "d{yyyy, UTC}",
            "p",
            "level",
            "t",
            "c",
            "logger{20}",
            "c{0}",
            "lo{7}",
            "m",
            "msg",
            "n",
            "X{user}",
            "X{no:-?}",
            "mdc",
            "kvp",
            "kvp{NONE}",
            "marker",
            "ex{short}",
            "ex{3}",
            "ex",
            "nopex",
            "ep",
            "what",
            "cn"
        };
        String[] groups = {"", "highlight", "red", "boldCyan", "gray"};
        String[] modifiers = {"", "", "-5", "20", ".10", ".-8", "-12.20", "6.-9", "0", "40.50"};
        String[] texts = {" ", " [", "] ", " - ", "=", " \u00e4\u20ac\ud83d\ude00 ", "\\(", "\\)", "\\%", "\\\\"};
        StringBuilder pattern = new StringBuilder();
        int pieces = 1 + random.nextInt(6);
        for (int i = 0; i < pieces; i++) {
            String modifier = modifiers[random.nextInt(modifiers.length)];
            if (depth < 3 && random.nextInt(5) == 0) {
                pattern.append('%')
                        .append(modifier)
                        .append(groups[random.nextInt(groups.length)])
                        .append('(');
                pattern.append(randomPattern(random, depth + 1)).append(") ");
            } else {
                pattern.append('%').append(modifier).append(words[random.nextInt(words.length)]);
            }
            pattern.append(texts[random.nextInt(texts.length)]);
        }
        return pattern.toString();
    }

    private static List<Sample> samples() {
        Map<String, String> context = new LinkedHashMap<>();
        context.put("user", "J\u00fcrgen");
        context.put("empty", "");
        context.put("z", "1");
        Marker marker = MarkerFactory.getDetachedMarker("AUDIT");
        Marker parent = MarkerFactory.getDetachedMarker("PARENT");
        parent.add(MarkerFactory.getDetachedMarker("CHILD"));
        List<KeyValuePair> pairs = new ArrayList<>(
                List.of(new KeyValuePair("a", 1), new KeyValuePair("b", "two words"), new KeyValuePair("c", 2.5)));
        pairs.add(new KeyValuePair("d", null));
        Throwable failure = failure();
        List<Sample> samples = new ArrayList<>();
        int[] levels = {0, 10, 20, 30, 40};
        String[] loggers = {
            "com.example.orders.OrderBook",
            "ROOT",
            "a.b.c.d.E",
            "org.springframework.boot.autoconfigure.logging.ConditionEvaluationReportLogger",
            "..odd..Name",
            "trailing.",
            "com.example.Outer$Inner"
        };
        String[] threads = {"main", "http-nio-8080-exec-12", "\u7ebf\u7a0b-1", "\ud83d\ude00\ud83d\ude00 thread"};
        Instant[] times = {
            Instant.ofEpochMilli(1_700_000_000_123L),
            Instant.ofEpochMilli(0),
            Instant.ofEpochMilli(-1_001),
            Instant.ofEpochMilli(1_711_846_800_007L),
            Instant.ofEpochMilli(4_102_444_799_999L)
        };
        for (int i = 0; i < 35; i++) {
            Throwable thrown = i % 3 == 1 ? failure : null;
            samples.add(new Sample(
                    levels[i % 5],
                    loggers[i % 7],
                    threads[i % 4],
                    times[(i / 3) % 5],
                    i % 11 == 10 ? "fixed text, no arguments" : "order {} filled at {} for {}",
                    i % 13 == 12 ? null : arguments(i, failure),
                    thrown,
                    i % 2 == 0 ? context : Map.of(),
                    i % 4 == 0 ? List.of() : i % 4 == 1 ? List.of(marker) : List.of(marker, parent),
                    i % 5 == 2 ? pairs : List.of()));
        }
        return samples;
    }

    private static List<@Nullable Object> arguments(int i, Throwable failure) {
        return switch (i % 6) {
            case 0 -> Arrays.asList(17, 3.25, "Z\u00fcrich");
            case 1 -> Arrays.asList(17L, null);
            case 2 -> Arrays.asList(new int[] {1, 2}, new String[] {"a", null}, failure);
            case 3 -> Arrays.asList(failure);
            case 4 -> Arrays.asList('c', true, 1.5f, "one too many");
            default -> List.of();
        };
    }

    private static Throwable failure() {
        Throwable root = new IllegalStateException("disk full\non /var");
        Exception middle = new RuntimeException(root);
        Exception top = new Exception(null, middle);
        top.addSuppressed(new IllegalArgumentException("while closing", new Exception("deep")));
        top.addSuppressed(root);
        Exception circular = new Exception("circular");
        root.initCause(new Exception("back", circular));
        circular.initCause(root);
        return top;
    }
}
