package dev.tailrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class PrintableTest {
    private static final String WORDS = "word ".repeat(30).strip();

    @Test
    void wrapped_leadingSpaces_areKeptAndTheRestIsIndentedMore() {
        assertThat(Printable.wrapped("  lane 0")).isEqualTo("  lane 0");
        assertThat(Printable.wrapped("  " + WORDS).lines())
                .hasSize(2)
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80))
                .last()
                .asString()
                .startsWith("    word");
    }

    @Test
    void wrapped_withAColumn_continuesThere() {
        assertThat(Printable.wrapped("Name       " + WORDS, 11).lines().skip(1))
                .allSatisfy(line -> assertThat(line).startsWith(" ".repeat(11) + "word"));
    }

    @Test
    void wrapped_noWords_isTheSame() {
        assertThat(Printable.wrapped("")).isEmpty();
        assertThat(Printable.wrapped("   ")).isEqualTo("   ");
    }

    @Test
    void wrapped_wordLongerThanALine_standsAlone() {
        String path = "/" + "x".repeat(100);

        assertThat(Printable.wrapped("there is no " + path + " here").lines())
                .containsExactly("there is no", "  " + path, "  here");
    }

    @Test
    void shell_unusualNames_areQuoted() {
        assertThat(Printable.shell(Path.of("/var/log/app.log"))).isEqualTo("/var/log/app.log");
        assertThat(Printable.shell(Path.of("/a b/it's $x"))).isEqualTo("'/a b/it'\\''s $x'");
    }
}
