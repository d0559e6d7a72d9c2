package dev.tailrace.layout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.layout.event.Sample;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.slf4j.MarkerFactory;

class EscapingTest {
    private static final String EVIL = "a\r\n\u001b[31mb\tc\u0000\u007f\u0085\u00e4";
    private static final String SAFE = "a\\r\\n\\u001b[31mb\tc\\u0000\\u007f\\u0085\u00e4";

    private static String encode(String pattern, Sample sample) {
        return sample.ours(PatternEncoder.compile(pattern).encoder());
    }

    @Test
    void encode_controlCharactersOfArguments_areEscaped() {
        assertThat(encode("%msg", Sample.of("x {} y", EVIL))).isEqualTo("x " + SAFE + " y");
        assertThat(encode("%msg", Sample.of("{}", (Object) new String[] {EVIL})))
                .isEqualTo("[" + SAFE + "]");
        assertThat(encode("%msg", Sample.of("{}", '\n'))).isEqualTo("\\n");
        assertThat(encode("%msg", Sample.of("{}", (Object) new char[] {'\u001b'})))
                .isEqualTo("[\\u001b]");
        StringBuilder builder = new StringBuilder();
        builder.append(EVIL);
        assertThat(encode("%msg", Sample.of("{}", builder))).isEqualTo(SAFE);
    }

    @Test
    void encode_controlCharactersOfTheTemplate_areEscapedButForLines() {
        assertThat(encode("%msg", Sample.of("one\ntwo\u001b[0m {}", 1))).isEqualTo("one\ntwo\\u001b[0m 1");
        assertThat(encode("%msg", Sample.of(EVIL))).isEqualTo("a\r\n\\u001b[31mb\tc\\u0000\\u007f\\u0085\u00e4");
        assertThat(encode("%msg", Sample.of("one\ntwo"))).isEqualTo("one\ntwo");
    }

    @Test
    void encode_controlCharactersOfContextThreadLoggerAndMarker_areEscaped() {
        Sample sample = new Sample(
                20,
                "l" + EVIL,
                "t" + EVIL,
                java.time.Instant.EPOCH,
                "m",
                List.of(),
                null,
                Map.of("k" + EVIL, "v" + EVIL),
                List.of(MarkerFactory.getDetachedMarker("m" + EVIL)),
                List.of());
        assertThat(encode("%X|%t|%logger|%marker", sample))
                .isEqualTo("k" + SAFE + "=v" + SAFE + "|t" + SAFE + "|l" + SAFE + "|m" + SAFE);
    }

    @Test
    void encode_threadNameThatComesAgain_isEscapedEachTime() {
        Sample sample = new Sample(
                20, "l", "t\\" + EVIL, java.time.Instant.EPOCH, "m", List.of(), null, Map.of(), List.of(), List.of());
        Sample plain = new Sample(
                20, "l", EVIL, java.time.Instant.EPOCH, "m", List.of(), null, Map.of(), List.of(), List.of());
        PatternEncoder encoder = PatternEncoder.compile("%t").encoder();
        for (int i = 0; i < 4; i++) {
            assertThat(sample.ours(encoder)).isEqualTo("t\\" + SAFE);
            assertThat(plain.ours(encoder)).isEqualTo(SAFE);
        }
    }

    @Test
    void encode_controlCharactersOfAThrowable_keepLines() {
        Exception exception = new Exception("a\r\n\u001bb\tc");
        exception.setStackTrace(new StackTraceElement[0]);
        assertThat(encode("%m%n", Sample.of("m", exception)))
                .isEqualTo("m" + System.lineSeparator() + "java.lang.Exception: a\r\n\\u001bb\tc"
                        + System.lineSeparator());
    }
}
