package dev.tailrace.layout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.layout.event.Sample;
import dev.tailrace.layout.event.TextRules;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.event.KeyValuePair;

final class Log4jPatternTest {
    private static final Sample SAMPLE = new Sample(
            20,
            "org.apache.commons.test.Foo",
            "main",
            Instant.ofEpochMilli(1_700_000_000_123L),
            "order {} filled",
            List.of(7),
            null,
            Map.of("user", "ann", "id", "5"),
            List.of(),
            List.of());

    private static PatternEncoder.Compiled compile(String pattern) {
        return PatternEncoder.compileLog4j(pattern, Map.of("java.x", "17")::get, TextRules.FILE);
    }

    private static String write(String pattern) {
        return SAMPLE.ours(compile(pattern).encoder());
    }

    @Test
    void context_pairsOfAFluentCall_areEntriesOfIt() {
        Sample sample = new Sample(
                20,
                "x.Y",
                "main",
                Instant.EPOCH,
                "m",
                List.of(),
                null,
                Map.of("user", "ann", "id", "5"),
                List.of(),
                List.of(
                        new KeyValuePair("user", "bob"),
                        new KeyValuePair("qty", 1),
                        new KeyValuePair("qty", 2),
                        new KeyValuePair("none", null)));

        assertThat(sample.ours(compile("%X{user} %X{qty} %X{none} %X{x} %X{qty,x,id} %X $${ctx:user} ${ctx:qty:-0}")
                        .encoder()))
                .isEqualTo("bob 2 null  {qty=2, id=5} {id=5, none=null, qty=2, user=bob} $bob 2");
    }

    private static Sample thrown(Throwable thrown) {
        return new Sample(20, "x.Y", "main", Instant.EPOCH, "m", List.of(), thrown, Map.of(), List.of(), List.of());
    }

    /** The table in Log4j's manual. */
    @ParameterizedTest
    @CsvSource({
        "1, Foo",
        "2, test.Foo",
        "10, org.apache.commons.test.Foo",
        "-1, apache.commons.test.Foo",
        "-2, commons.test.Foo",
        "-10, org.apache.commons.test.Foo",
        "1., o.a.c.t.Foo",
        "1.1.~.~, o.a.~.~.Foo",
        "., ....Foo",
        "1.1.1.*, o.a.c.test.Foo",
        "1.2*, o.a.c.test.Foo",
        "1.3*, o.a.commons.test.Foo",
        "1.8*, org.apache.commons.test.Foo",
        "0, Foo",
    })
    void names_precision_asInTheManual(String precision, String expected) {
        assertThat(write("%c{" + precision + "}")).isEqualTo(expected);
        assertThat(write("%logger{" + precision + "}")).isEqualTo(expected);
    }

    static Stream<Arguments> words() {
        return Stream.of(
                Arguments.of("%-5p %m%n", "INFO  order 7 filled\n"),
                Arguments.of("[%5level]", "[ INFO]"),
                Arguments.of("[%.2t] [%.-2t]", "[in] [ma]"),
                Arguments.of("%msgs", "order 7 filleds"),
                Arguments.of("%05p", "0INFO"),
                Arguments.of("100%% %m", "100% order 7 filled"),
                Arguments.of("%level{length=1} %p{lowerCase=true} %p{INFO=Hint, length=2}", "I info Hint"),
                Arguments.of("%X{user} %X{none} %X{user,id,none} %X", "ann  {user=ann, id=5} {id=5, user=ann}"),
                Arguments.of("%d{UNIX} %d{UNIX_MILLIS}", "1700000000 1700000000123"),
                Arguments.of("%d{ISO8601}{UTC}", "2023-11-14T22:13:20,123"),
                Arguments.of("%d{DEFAULT}{UTC}", "2023-11-14 22:13:20,123"),
                Arguments.of("%d{ABSOLUTE}{GMT+2}", "00:13:20,123"),
                Arguments.of("%d{COMPACT}{UTC}", "20231114221320123"),
                Arguments.of("%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX}{Asia/Kolkata}", "2023-11-15T03:43:20.123+05:30"),
                Arguments.of("%notEmpty{[%X{none}]}%notEmpty{[%X{user}]}", "[ann]"),
                Arguments.of("%notEmpty{[%marker]}x", "x"),
                Arguments.of("%maxLen{%m}{7} %maxLen{%c}{21}", "order 7 org.apache.commons.te..."),
                Arguments.of("%replace{%m}{[aeiou]}{-}", "-rd-r 7 f-ll-d"),
                Arguments.of("%equals{[%marker]}{[]}{none} %equalsIgnoreCase{%p}{info}{i}", "none i"),
                Arguments.of("%enc{<%X{user}>}{XML} %enc{a/b}", "&lt;ann&gt; a&#x2F;b"),
                Arguments.of("%repeat{=}{3}%repeat{ab}{2}", "===abab"),
                Arguments.of("%style{%p}{bold cyan} %red{%p}", "\u001b[1;36mINFO\u001b[m \u001b[31mINFO\u001b[m"),
                Arguments.of(
                        "%highlight{%p} %highlight{%p}{INFO=white}", "\u001b[32mINFO\u001b[m \u001b[37mINFO\u001b[m"),
                Arguments.of("%highlight{%p}{STYLE=Logback}%style{}{red}", "\u001b[34mINFO\u001b[m"),
                Arguments.of("%style{%p}{red}{disableAnsi=true}", "INFO"),
                Arguments.of("%x %K{a}%map", "[] "),
                Arguments.of("%m{nolookups} %tp", "order 7 filled 5"),
                Arguments.of("${ctx:user} ${ctx:no:-none} ${sys:java.x} ${ctx:no}", "ann none 17 ${ctx:no}"),
                Arguments.of("a\\tb\\nc\\\\d", "a\tb\nc\\d"));
    }

    @ParameterizedTest
    @MethodSource("words")
    void words_oneEvent_writeWhatLog4jWrites(String pattern, String expected) {
        PatternEncoder.Compiled compiled = compile(pattern);

        assertThat(SAMPLE.ours(compiled.encoder())).isEqualTo(expected);
        assertThat(compiled.problems()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "%foo",
                "% m",
                "%d{nonsense}",
                "%d{HH}{Atlantis}",
                "%style{%p}{mauve}",
                "%maxLen{%m}",
                "%highlight{%p}{STYLE=x}",
                "%replace{%m}{(}{x}",
                "%maxLen{%m}{x}",
                "%enc{%m}{YAML}",
                "%ex{ansi}",
                "%m{ansi}",
                "%m{lookups}",
                "%p{length}",
                "%endOfBatch",
                "%5.m",
                "%c{1",
                "${jndi:x}",
                "%highlight{%foo}",
            })
    void problems_areToldAndStillLog(String pattern) {
        PatternEncoder.Compiled compiled = compile(pattern + " %m");

        assertThat(compiled.problems()).hasSize(1);
        if (!pattern.contains("{1")) {
            assertThat(SAMPLE.ours(compiled.encoder())).endsWith("order 7 filled");
        }
    }

    @Test
    void unknownWord_isWrittenAsItIs() {
        assertThat(write("a %-5foo{x} b")).isEqualTo("a %-5foo b");
        assertThat(compile("a %foo").problems().get(0).column()).isEqualTo(2);
    }

    @Test
    void throwable_withoutWord_isWrittenAtTheEnd() {
        Exception thrown = new Exception("boom");
        thrown.setStackTrace(new StackTraceElement[] {new StackTraceElement("a.B", "c", "B.java", 7)});

        assertThat(thrown(thrown).ours(compile("%m%n").encoder()))
                .isEqualTo("m\njava.lang.Exception: boom\n\tat a.B.c(B.java:7)\n");
        assertThat(thrown(thrown).ours(compile("%m").encoder()))
                .isEqualTo("m\njava.lang.Exception: boom\n\tat a.B.c(B.java:7)\n");
        assertThat(thrown(thrown).ours(compile("%m%ex{none}%n").encoder())).isEqualTo("m\n");
    }

    @Test
    void throwable_causesAndSuppressed_lookLikeTheJdks() {
        StackTraceElement deep = new StackTraceElement("a.Deep", "x", "Deep.java", 1);
        StackTraceElement common = new StackTraceElement("a.Main", "main", "Main.java", 9);
        Exception cause = new Exception("cause");
        cause.setStackTrace(new StackTraceElement[] {deep, common});
        Exception thrown = new Exception("top", cause);
        thrown.setStackTrace(new StackTraceElement[] {common});
        Exception suppressed = new Exception("closing");
        suppressed.setStackTrace(new StackTraceElement[] {deep, common});
        thrown.addSuppressed(suppressed);
        Sample sample = thrown(thrown);

        assertThat(sample.ours(compile("%ex").encoder())).isEqualTo("""
                java.lang.Exception: top
                \tat a.Main.main(Main.java:9)
                \tSuppressed: java.lang.Exception: closing
                \t\tat a.Deep.x(Deep.java:1)
                \t\t... 1 more
                Caused by: java.lang.Exception: cause
                \tat a.Deep.x(Deep.java:1)
                \t... 1 more
                """);
        assertThat(sample.ours(compile("%ex{short}").encoder()))
                .isEqualTo("java.lang.Exception: top\n\tat a.Main.main(Main.java:9)\n");
        assertThat(sample.ours(compile("%ex{1}{separator(|)}").encoder())).isEqualTo("java.lang.Exception: top|");
        assertThat(sample.ours(
                        compile("%ex{short.message} %ex{short.lineNumber}").encoder()))
                .isEqualTo("top 9");
        assertThat(sample.ours(compile("%ex{6}{filters(a.Deep)}").encoder()))
                .contains("\t\t...\n")
                .doesNotContain("Deep.java");
        assertThat(sample.ours(compile("%rEx").encoder()))
                .startsWith("java.lang.Exception: cause\n")
                .contains("Wrapped by: java.lang.Exception: top\n");
    }

    @Test
    void sequence_grows() {
        PatternEncoder encoder = compile("%sn").encoder();

        assertThat(Integer.parseInt(SAMPLE.ours(encoder))).isLessThan(Integer.parseInt(SAMPLE.ours(encoder)));
    }
}
