package dev.tailrace.layout.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.bytes.Multiline;
import dev.tailrace.layout.PatternEncoder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.MarkerFactory;
import org.slf4j.event.KeyValuePair;

/** No logged text creates a line, or a lookalike of a line, or controls a terminal, in any part of a pattern. */
class ForgeryTest {
    private static final Path CORPUS = Path.of("src", "test", "resources", "forgery.txt");
    private static final String END = System.lineSeparator();
    /** Only colour sequences, no other terminal sequences. */
    private static final Pattern COLOUR = Pattern.compile("\u001b\\[[0-9;]*m");

    private static final List<String> LOGBACK = List.of(
            "[%level] %msg%n",
            "[%level] %msg %msg%n",
            "[%level] %-20.40(%msg)%n%rEx",
            "[%level] %replace(%msg){'a','b'} %ex{full}%n",
            "[%level] %X{user} %X %kvp %maskedKvp{x} %marker %logger{0} %logger %thread %msg%n%xEx{2}",
            "[%level] %msg%n%caller{2}");
    private static final List<String> LOG4J = List.of(
            "[%level] %m%n",
            "[%level] %m{nolookups} %m%n%xEx",
            "[%level] %replace{%m}{a}{b} %ex{short.message} %ex{short.localizedMessage} %throwable%n",
            "[%level] %enc{%m}{CRLF} %enc{%m}{HTML} %enc{%m}{XML} %enc{%m}{JSON}%n",
            "[%level] %X{user} %X %mdc{user,other} %marker %markerSimpleName %c{1} %t %fqcn $${ctx:user} %m%n%rEx",
            "[%level] %notEmpty{%m} %maxLen{%m}{30} %equals{%m}{x}{y} %-30.50m%n%ex{5}");

    static List<String> attacks() throws IOException {
        List<String> attacks = new ArrayList<>();
        for (String line : Files.readAllLines(CORPUS)) {
            if (!line.startsWith("#")) {
                attacks.add(unescaped(line));
            }
        }
        assertThat(attacks).hasSizeGreaterThan(50);
        return attacks;
    }

    private static String unescaped(String line) {
        return Pattern.compile("\\\\(u([0-9a-f]{4})|.)")
                .matcher(line)
                .replaceAll(found -> Matcher.quoteReplacement(character(found)));
    }

    private static String character(MatchResult escape) {
        return switch (escape.group(1).charAt(0)) {
            case 'n' -> "\n";
            case 'r' -> "\r";
            case 't' -> "\t";
            case 'b' -> "\b";
            case 'u' -> String.valueOf((char) Integer.parseInt(escape.group(2), 16));
            default -> escape.group(1);
        };
    }

    private static Exception thrown(String attack) {
        Exception exception = new IllegalStateException(attack, new IOException("cause " + attack));
        exception.addSuppressed(new IllegalArgumentException("suppressed " + attack));
        exception.setStackTrace(new StackTraceElement[] {
            new StackTraceElement("com.example.A" + attack, "m" + attack, "A.java" + attack, 7)
        });
        return exception;
    }

    private static Sample sample(String message, String attack) {
        return new Sample(
                20,
                "com.example." + attack,
                "thread " + attack,
                Instant.EPOCH,
                message,
                List.of(attack, attack.toCharArray(), new String[] {attack}),
                thrown(attack),
                Map.of("user", attack, "key " + attack, attack),
                List.of(MarkerFactory.getDetachedMarker("marker " + attack)),
                List.of(new KeyValuePair("key " + attack, attack)));
    }

    private static List<PatternEncoder> encoders(TextRules rules) {
        List<PatternEncoder> encoders = new ArrayList<>();
        LOGBACK.forEach(pattern -> encoders.add(
                PatternEncoder.compile(pattern, name -> null, rules).encoder()));
        LOG4J.forEach(pattern -> encoders.add(
                PatternEncoder.compileLog4j(pattern, name -> null, rules).encoder()));
        return encoders;
    }

    /** The lines of an attack as message text, with and without arguments, and again when templates and names are cached. */
    private static List<String> written(PatternEncoder encoder, String attack) {
        List<String> written = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            written.add(sample("said " + attack + " {} {} {}", attack).ours(encoder));
            written.add(Sample.of("said " + attack).ours(encoder));
            written.add(Sample.of("said ".repeat(40) + attack + " \u00fc \\{} {}", 1)
                    .ours(encoder));
        }
        return written;
    }

    private static boolean isHarmless(String text) {
        return text.chars()
                .allMatch(c -> c == '\t'
                        || c == '\n'
                        || c == '\r'
                        || (!Character.isISOControl(c) && (c < 0x2028 || c > 0x202e) && (c < 0x2066 || c > 0x2069)));
    }

    @ParameterizedTest
    @MethodSource("attacks")
    void encode_anyAttackAtAnyPlace_leavesOnlyTabsAndLineEnds(String attack) {
        for (Multiline multiline : Multiline.values()) {
            for (PatternEncoder encoder : encoders(new TextRules(false, multiline))) {
                assertThat(written(encoder, attack)).allMatch(ForgeryTest::isHarmless);
            }
        }
    }

    @Tag("slow")
    @ParameterizedTest
    @MethodSource("attacks")
    void encode_onAConsole_leavesColoursOfMessagesTabsAndLineEnds(String attack) {
        for (PatternEncoder encoder : encoders(new TextRules(true, Multiline.KEEP))) {
            assertThat(written(encoder, attack))
                    .allMatch(text -> isHarmless(COLOUR.matcher(text).replaceAll("")));
        }
    }

    @Tag("slow")
    @ParameterizedTest
    @MethodSource("attacks")
    void encode_indented_onlyTheFirstLineLooksLikeOne(String attack) {
        for (boolean console : new boolean[] {false, true}) {
            for (PatternEncoder encoder : encoders(new TextRules(console, Multiline.INDENT))) {
                for (String text : written(encoder, attack)) {
                    String[] lines = text.split("\\R", -1);
                    assertThat(lines[0]).startsWith("[INFO] ");
                    for (int i = 1; i < lines.length - 1; i++) {
                        assertThat(lines[i]).as(text).startsWith("  | ");
                    }
                    assertThat(lines[lines.length - 1]).as(text).isEmpty();
                }
            }
        }
    }

    @Tag("slow")
    @ParameterizedTest
    @MethodSource("attacks")
    void encode_escaped_anEventIsOneLine(String attack) {
        for (boolean console : new boolean[] {false, true}) {
            for (PatternEncoder encoder : encoders(new TextRules(console, Multiline.ESCAPE))) {
                assertThat(written(encoder, attack))
                        .allMatch(text -> text.endsWith(END)
                                && text.substring(0, text.length() - END.length())
                                        .chars()
                                        .noneMatch(c -> c == '\n' || c == '\r'));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"KEEP, 5", "INDENT, 5", "ESCAPE, 1"})
    void encode_aStackTrace_isAllThere(Multiline multiline, int lines) {
        Exception thrown = new IllegalStateException("first\nsecond");
        thrown.setStackTrace(new StackTraceElement[] {new StackTraceElement("A", "a", "A.java", 1)});
        PatternEncoder encoder = PatternEncoder.compile(
                        "[%level] %msg%n", name -> null, new TextRules(false, multiline))
                .encoder();

        String text = Sample.of("one\ntwo", thrown).ours(encoder);

        assertThat(text.lines()).hasSize(lines);
        assertThat(text.replace("  | ", "").replace("\\n", END))
                .isEqualTo(String.join(
                        END,
                        "[INFO] one",
                        "two",
                        "java.lang.IllegalStateException: first",
                        "second",
                        "\tat A.a(A.java:1)",
                        ""));
    }

    @Test
    void encode_indented_keepsWindowsLineEndsAndShowsLoneReturns() {
        PatternEncoder encoder = PatternEncoder.compile("%msg\n", name -> null, new TextRules(false, Multiline.INDENT))
                .encoder();

        assertThat(Sample.of("a\r\nb\rc\n\nd\r").ours(encoder)).isEqualTo("a\r\n  | b\\rc\n  | \n  | d\r\n");
        assertThat(Sample.of("plain").ours(encoder)).isEqualTo("plain\n");
        assertThat(Sample.of("").ours(encoder)).isEqualTo("\n");
    }

    @Test
    void encode_coloursOfMessages_stayOnConsolesOnly() {
        String message = "\u001b[1;31mred\u001b[0m \u001b[m {}";
        Sample sample = Sample.of(message, "\u001b[31m");
        String escaped = "\\u001b[31m";

        for (int i = 0; i < 3; i++) {
            assertThat(sample.ours(PatternEncoder.compile("%msg", name -> null, new TextRules(true, Multiline.KEEP))
                            .encoder()))
                    .isEqualTo("\u001b[1;31mred\u001b[0m \u001b[m " + escaped);
            assertThat(sample.ours(PatternEncoder.compile("%msg").encoder()))
                    .isEqualTo("\\u001b[1;31mred\\u001b[0m \\u001b[m " + escaped);
        }
    }

    @Test
    void encode_oneEventForConsoleAndFile_repeatedMessageIsEachOnesOwn() {
        Event event = Sample.of("\u001b[31m{}", 1).event();
        PatternEncoder file = PatternEncoder.compile("%msg|%msg").encoder();
        PatternEncoder console = PatternEncoder.compile("%msg|%msg", name -> null, new TextRules(true, Multiline.KEEP))
                .encoder();

        console.encode(event, event.line());
        assertThat(event.line()).hasToString("\u001b[31m1|\u001b[31m1");
        event.line().clear();
        file.encode(event, event.line());
        assertThat(event.line()).hasToString("\\u001b[31m1|\\u001b[31m1");
    }

    @Test
    void encode_marksOfRightToLeftText_stay() {
        String text = "\u05e9\u05dc\u05d5\u05dd\u200f (\u200eabc) \u2026\u2030\u2060";
        assertThat(Sample.of(text + " {}", text)
                        .ours(PatternEncoder.compile("%msg").encoder()))
                .isEqualTo(text + " " + text);
    }

    @Test
    void encode_manyLinesThatDoNotFit_areCutWithAMark() {
        for (Multiline multiline : Multiline.values()) {
            PatternEncoder encoder = PatternEncoder.compile(
                            "[%level] %msg%n", name -> null, new TextRules(false, multiline))
                    .encoder();
            for (int length = 0; length < 400; length++) {
                dev.tailrace.bytes.TextBuffer line = new dev.tailrace.bytes.TextBuffer(8, 256);
                encoder.encode(
                        Sample.of("\n\u00fc".repeat(length / 2) + "x".repeat(length % 7))
                                .event(),
                        line);
                assertThat(line.length()).isLessThanOrEqualTo(256);
                String text = line.toString();
                assertThat(text).startsWith("[INFO] ").endsWith(END).doesNotContain("\ufffd");
                if (line.cutBytes() > 0) {
                    assertThat(text).containsPattern(" \\[[0-9]+ bytes cut\\]" + END + "$");
                }
                if (multiline == Multiline.ESCAPE) {
                    assertThat(text.lines()).hasSize(1);
                } else if (multiline == Multiline.INDENT) {
                    assertThat(text.lines().skip(1))
                            .allMatch(each ->
                                    each.startsWith("  | ") || each.matches("( |  \\|?)? \\[[0-9]+ bytes cut\\]"));
                }
            }
        }
    }
}
