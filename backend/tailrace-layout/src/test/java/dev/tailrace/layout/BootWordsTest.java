package dev.tailrace.layout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.bytes.TextBuffer;
import dev.tailrace.layout.event.Event;
import dev.tailrace.layout.event.Problem;
import dev.tailrace.layout.event.TextRules;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The words of Spring Boot and a few other libraries, compared with the output of their own classes. */
final class BootWordsTest {
    private static final String END = System.lineSeparator();
    private static final int INFO = 20;
    private static final int WARN = 30;
    private static final int ERROR = 40;

    private final Map<String, String> properties = new HashMap<>(Map.of("spring.output.ansi.enabled", "never"));
    private final Map<String, String> context = new HashMap<>();
    private @Nullable Throwable thrown;
    private String logger = "com.example.Main";

    private String write(boolean log4j, String pattern, int level, String message) {
        PatternEncoder.Compiled compiled = log4j
                ? PatternEncoder.compileLog4j(pattern, properties::get, TextRules.FILE)
                : PatternEncoder.compile(pattern, properties::get, TextRules.FILE);
        assertThat(compiled.problems()).isEmpty();
        Event event = new Event(new TextBuffer(64, 1 << 16));
        event.begin(level, 1, logger, "", 0);
        event.message(message);
        event.throwable(thrown);
        event.context(context);
        TextBuffer line = new TextBuffer(64, 1 << 16);
        compiled.encoder().encode(event, line);
        return line.toString();
    }

    private String logback(String pattern) {
        return write(false, pattern, INFO, "hello");
    }

    private String log4j(String pattern) {
        return write(true, pattern, INFO, "hello");
    }

    @Test
    void clr_withoutTerminal_isPlain() {
        assertThat(logback("%clr(%m){faint}|%clr(%5p)|%clr(x){red, bold}")).isEqualTo("hello| INFO|x");
        assertThat(log4j("%clr{%m}{faint}|%clr{%5p}|%color{x}{red,bold}")).startsWith("hello| INFO|x");
    }

    @Test
    void clr_askedForColours_hasThem() {
        properties.put("spring.output.ansi.enabled", "always");

        assertThat(logback("%clr(%m){faint}")).isEqualTo("\u001b[2mhello\u001b[0;39m");
        assertThat(logback("%clr(%m){bright_blue, bold, bg_red}")).isEqualTo("\u001b[94;1;41mhello\u001b[0;39m");
        assertThat(logback("%clr(%m){BG_BRIGHT_WHITE}")).isEqualTo("\u001b[107mhello\u001b[0;39m");
        assertThat(log4j("%clr{%m}{magenta}%n")).isEqualTo("\u001b[35mhello\u001b[0;39m" + END);
        assertThat(log4j("%clr{}{magenta}%n")).isEqualTo(END);
    }

    @Test
    void clr_withoutAKnownColour_hasThatOfTheLevel() {
        properties.put("spring.output.ansi.enabled", "ALWAYS");

        assertThat(write(false, "%clr(%p){}", INFO, "")).isEqualTo("\u001b[32mINFO\u001b[0;39m");
        assertThat(write(false, "%clr(%p)", WARN, "")).isEqualTo("\u001b[33mWARN\u001b[0;39m");
        assertThat(write(false, "%clr(%p){nosuch}", ERROR, "")).isEqualTo("\u001b[31mERROR\u001b[0;39m");
        assertThat(write(true, "%clr{%p}%n", ERROR, "")).isEqualTo("\u001b[31mERROR\u001b[0;39m" + END);
    }

    @Test
    void esb_encloses_orIsNothing() {
        assertThat(logback("%esb(){APPLICATION_NAME}%esb{APPLICATION_GROUP}%m")).isEqualTo("hello");

        properties.put("APPLICATION_NAME", "shop");
        properties.put("APPLICATION_GROUP", "web");
        assertThat(logback("%esb(){APPLICATION_NAME}%esb{APPLICATION_GROUP}%m")).isEqualTo("[shop] [web] hello");
        assertThat(logback("%esb(%X{id})%m")).isEqualTo("hello");
        context.put("id", "7");
        assertThat(logback("%esb(%X{id})%m")).isEqualTo("[7] hello");
        assertThat(log4j("%esb{%X{id}}%esb{}%m%n")).isEqualTo("[7] hello" + END);
        assertThat(logback("%applicationName/%applicationGroup")).isEqualTo("shop/web");
    }

    @Test
    void correlationId_padsEachPart_andLeavesTheirPlaceWithout() {
        assertThat(logback("%correlationId{traceId(4),spanId(2)}%m")).isEqualTo("[       ] hello");
        context.put("traceId", "ab");
        assertThat(logback("%correlationId{traceId(4),spanId(2)}%m")).isEqualTo("[ab  -  ] hello");
        context.put("spanId", "12345");
        assertThat(logback("%correlationId{traceId(4),spanId(2)}%m")).isEqualTo("[ab  -12345] hello");
        assertThat(log4j("%correlationId{traceId(4),spanId(2)}%m%n")).isEqualTo("[ab  -12345] hello" + END);
        assertThat(logback("%correlationId")).isEqualTo("[ab" + " ".repeat(30) + "-12345" + " ".repeat(11) + "] ");
    }

    @Test
    void correlationId_ofNoLengths_isAProblem() {
        List<Problem> problems = PatternEncoder.compile("%correlationId{traceId}", properties::get, TextRules.FILE)
                .problems();

        assertThat(problems).extracting(Problem::kind).containsExactly(Problem.Kind.BAD_OPTION);
    }

    @Test
    void spacedThrowables_haveALineEndBeforeAndBehind() {
        assertThat(logback("%m%n%wEx")).isEqualTo("hello" + END);
        thrown = new IllegalStateException("bad");
        thrown.setStackTrace(new StackTraceElement[] {new StackTraceElement("a.B", "c", "B.java", 3)});
        String lines = "java.lang.IllegalStateException: bad" + END + "\tat a.B.c(B.java:3)" + END;

        assertThat(logback("%m%n%wEx")).isEqualTo("hello" + END + END + lines + END);
        assertThat(logback("%m%n%wex")).isEqualTo("hello" + END + END + lines + END);
        assertThat(log4j("%m%n%xwEx")).isEqualTo("hello" + END + END + lines + END);
        assertThat(log4j("%m%n%wEx")).isEqualTo("hello" + END + END + lines + END);
    }

    @Test
    void crlf_replacesLineEnds_butForSafeLoggers() {
        assertThat(write(false, "%crlf(%m){red}!", INFO, "a\nb\r\n\tc")).isEqualTo("a_b___c!");
        assertThat(write(false, "%crlf(%m){red}!", INFO, "plain")).isEqualTo("plain!");
        logger = "org.hibernate.SQL";
        assertThat(write(false, "%crlf(%m){red}!", INFO, "a\nb")).isEqualTo("a\nb!");
    }

    @Test
    void selectors_takeThePatternThatFits() {
        String byLevel = "%selectByLevel{default %m%n}{WARN}{warning %m%n}{error}{wrong %m%n}";
        assertThat(write(true, byLevel, INFO, "a")).isEqualTo("default a" + END);
        assertThat(write(true, byLevel, WARN, "a")).isEqualTo("warning a" + END);
        assertThat(write(true, byLevel, ERROR, "a")).isEqualTo("wrong a" + END);

        String byLogger = "%selectByLogger{[%c{1}] %m%n}{net.minecraft.,com.mojang.}{game %m%n}{Plain}{plain %m%n}";
        assertThat(log4j(byLogger)).isEqualTo("[Main] hello" + END);
        logger = "com.mojang.Auth";
        assertThat(log4j(byLogger)).isEqualTo("game hello" + END);
        logger = "Plain";
        assertThat(log4j(byLogger)).isEqualTo("plain hello" + END);
        logger = "Plainer";
        assertThat(log4j(byLogger)).isEqualTo("[Plainer] hello" + END);
    }

    @Test
    void selectors_ofAnEventWithAThrowable_writeItOnce() {
        thrown = new IllegalStateException("bad");
        thrown.setStackTrace(new StackTraceElement[0]);

        String line = write(true, "%selectByLevel{%m%n}{WARN}{%m%n%ex{none}}", INFO, "a");
        assertThat(line).isEqualTo("a" + END + "java.lang.IllegalStateException: bad" + END);
        assertThat(write(true, "%selectByLevel{%m%n}{WARN}{%m%n%ex{none}}", WARN, "a"))
                .isEqualTo("a" + END);
    }

    @Test
    void minecraftsWords_areReadable() {
        assertThat(write(true, "%highlightError{[%p]: %minecraftFormatting{%msg}%n%tEx}", INFO, "\u00a7agreen\u00a7r"))
                .isEqualTo("[INFO]: green" + END);
    }
}
