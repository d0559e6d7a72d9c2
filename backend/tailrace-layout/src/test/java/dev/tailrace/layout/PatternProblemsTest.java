package dev.tailrace.layout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.layout.PatternEncoder.Compiled;
import dev.tailrace.layout.event.Problem;
import dev.tailrace.layout.event.Sample;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PatternProblemsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "%msg %nonsense|UNKNOWN_WORD|5",
                "%property{x}|BAD_OPTION|0",
                "%sn|UNKNOWN_WORD|0",
                "ab %odd(%msg)|UNKNOWN_WORD|3",
                "%d{nonsense}|BAD_OPTION|0",
                "%d{yyyyyyyyyyyyyyyyyyyy}|BAD_OPTION|0",
                "%d{HH:mm, Atlantis}|BAD_OPTION|0",
                "%logger{x}|BAD_OPTION|0",
                "%p %ex{x}|BAD_OPTION|3",
                "%replace(%msg){'a'}|BAD_OPTION|0",
                "%replace(%msg){'(', 'b'}|BAD_OPTION|0",
                "%msg %|SYNTAX|5",
                "%-msg|SYNTAX|0",
                "%20.msg|SYNTAX|0",
                "%d{HH|SYNTAX|2",
                "%(abc|SYNTAX|0",
                "%msg)|SYNTAX|4",
                "%msg\\z|SYNTAX|5"
            })
    void compile_badPattern_saysWhatAndWhereAndStaysUsable(String pattern, Problem.Kind kind, int column) {
        Compiled compiled = PatternEncoder.compile(pattern);
        assertThat(compiled.problems()).hasSize(1);
        assertThat(compiled.problems().get(0).kind()).isEqualTo(kind);
        assertThat(compiled.problems().get(0).column()).isEqualTo(column);
        assertThat(Sample.of("hello").ours(compiled.encoder())).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "%", "%-5", "%(", "%d{", "%d{'"})
    void compile_unreadablePattern_fallsBackToOneWithEverything(String pattern) {
        Compiled compiled = PatternEncoder.compile(pattern);
        assertThat(compiled.problems()).isNotEmpty();
        assertThat(Sample.of("hello").ours(compiled.encoder()))
                .contains("INFO", "[main]", "com.example.orders.OrderBook", "hello")
                .endsWith(System.lineSeparator());
    }

    @Test
    void compile_loneParenthesis_isWritten() {
        assertThat(Sample.of("hello").ours(PatternEncoder.compile("(%msg) %p").encoder()))
                .isEqualTo("(hello) INFO");
    }

    @Test
    void compile_randomText_neverThrows() {
        long seed = Long.getLong("tailrace.test.seed", System.nanoTime());
        System.out.println("seed " + seed + " (repeat with -Dtailrace.test.seed=" + seed + ")");
        Random random = new Random(seed);
        String alphabet = "%%%%(){}{}'\"\\.-0159dmpXn redmsgexSSHy,:$\u20ac";
        Sample sample = Sample.of("{}", 1, new Exception("x"));
        for (int i = 0; i < 5_000; i++) {
            StringBuilder pattern = new StringBuilder();
            for (int n = random.nextInt(25); n > 0; n--) {
                pattern.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            sample.ours(PatternEncoder.compile(pattern.toString()).encoder());
        }
    }
}
