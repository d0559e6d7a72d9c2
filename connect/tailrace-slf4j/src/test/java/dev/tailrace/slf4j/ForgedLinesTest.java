package dev.tailrace.slf4j;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/** The effect of an attacker's text on a file and on a console behind a pipe. The encoders' tests cover many more texts. */
class ForgedLinesTest {
    private static final String CONSOLE =
            "<appender name='OUT' class='ch.qos.logback.core.ConsoleAppender'>%s<encoder><pattern>[%%level] %%msg%%n</pattern>"
                    + "</encoder></appender>"
                    + "<root level='INFO'><appender-ref ref='FILE'/><appender-ref ref='OUT'/></root>";

    @TempDir
    Path folder;

    private ChildJvm.Output run(String setting, String... options) throws Exception {
        ChildJvm.Output output = new ChildJvm(folder, "[%level] %X{user} %msg%n", CONSOLE.formatted(setting))
                .piped()
                .options(options)
                .run(Attacked.class);
        assertThat(output.err()).isEmpty();
        return output;
    }

    private static List<String> forged(List<String> lines) {
        return lines.stream().filter(line -> line.startsWith("[WARN] forged")).toList();
    }

    @Test
    void multiline_byDefault_messagesAndThrowablesKeepTheirLines() throws Exception {
        ChildJvm.Output output = run("");

        assertThat(forged(output.log())).as("as documented").hasSize(2);
        assertThat(forged(output.out())).hasSize(2);
    }

    @Test
    void multiline_indent_onlyFirstLinesLookLikeLines() throws Exception {
        ChildJvm.Output output = run("", "-Dtailrace.multiline=indent");

        for (List<String> lines : List.of(output.log(), output.out())) {
            assertThat(lines).hasSizeGreaterThan(6).allMatch(line -> line.matches("(\\[(INFO|ERROR)]|  \\|) .*"));
            assertThat(lines).contains("  | [WARN] forged").anyMatch(line -> line.startsWith("  | \tat "));
        }
    }

    @Test
    void multiline_escapeOfOneAppender_itsEventsAreOneLineEach() throws Exception {
        ChildJvm.Output output = run("<tailrace multiline='escape'/>");

        assertThat(output.out()).hasSize(4).allMatch(line -> line.matches("\\[(INFO|ERROR)] .*"));
        assertThat(output.out().get(1)).contains("\\njava.lang.IllegalStateException: no\\n[WARN] forged\\n\tat ");
        assertThat(forged(output.log())).hasSize(2);
    }

    @Test
    void controlCharacters_onlyColoursOfMessagesReachAConsole() throws Exception {
        ChildJvm.Output output = run("");

        assertThat(output.out()).contains("[INFO] \u001b[31mred\u001b[0m \\u001b[2J\\u202e\\u2028 \\u001b[31m");
        assertThat(output.log())
                .contains("[INFO] \\u001b[31meve \\u001b[31mred\\u001b[0m \\u001b[2J\\u202e\\u2028 \\u001b[31m")
                .noneMatch(line -> line.indexOf('\u001b') >= 0);
    }

    static final class Attacked {
        private Attacked() {}

        public static void main(String[] arguments) {
            Logger log = LoggerFactory.getLogger(Attacked.class);
            String name = "eve\n[WARN] forged";
            log.info("user " + name);
            log.error("failed", new IllegalStateException("no\n[WARN] forged"));
            log.info("user {}", name);
            MDC.put("user", "\u001b[31meve");
            log.info("\u001b[31mred\u001b[0m " + "\u001b[2J\u202e\u2028 {}", "\u001b[31m");
        }
    }
}
