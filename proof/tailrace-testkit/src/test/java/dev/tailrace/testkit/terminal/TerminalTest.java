package dev.tailrace.testkit.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tailrace.report.Cell;
import dev.tailrace.report.Table;
import dev.tailrace.report.Unit;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class TerminalTest {
    @Test
    void print_narrowTable_alignsFiguresToTheRight() {
        Table table = new Table("Calls").column("backend", Unit.TEXT).column("longest", Unit.NANOS);
        table.row("logback", Cell.bad(5.1e9)).row("tailrace", 800_000);

        assertThat(printed(table))
                .containsExactly(
                        "Calls",
                        "backend   longest",
                        "────────  ────────",
                        "logback    5.10 s!",
                        "tailrace   800 µs",
                        "");
    }

    @Test
    void print_wideTable_becomesTwoWithTheSameKeysAndNoLineOverEightyColumns() {
        List<String> lines = printed(wide());

        assertThat(lines)
                .allSatisfy(line ->
                        assertThat(line.codePointCount(0, line.length())).isLessThanOrEqualTo(80));
        assertThat(lines)
                .filteredOn(line -> line.startsWith("tailrace  default"))
                .hasSize(2);
        assertThat(String.join("\n", lines)).contains("61,233!", "5.10 s!", "428,211!");
    }

    @Test
    void print_oneCellWiderThanTheTerminal_isCut() {
        Table table = new Table("").column("name", Unit.TEXT).column("cause", Unit.TEXT);
        table.row("x".repeat(200), "y".repeat(200));

        assertThat(printed(table)).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(80));
        assertThat(printed(table))
                .anySatisfy(line -> assertThat(line).contains("x…").contains("y…"));
    }

    @Test
    void print_manyKeyColumns_staysWithinTheTerminal() {
        Table table = new Table("").keyColumns(3);
        for (int i = 0; i < 6; i++) {
            table.column("a header " + i, Unit.TEXT);
        }
        String wide = "w".repeat(60);
        table.row(wide, wide, wide, wide, Cell.bad(wide), wide);

        assertThat(printed(table)).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(80));
    }

    @Test
    void print_withoutColour_hasNoEscapes() {
        assertThat(String.join("\n", printed(wide()))).doesNotContain("\u001b");
    }

    @Test
    void print_withColour_paintsTheBadCellAndResets() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Table table = new Table("").column("backend", Unit.TEXT).column("lost", Unit.COUNT);
        Terminal.of(new PrintStream(bytes, true, StandardCharsets.UTF_8), true).print(table.row("log4j2", Cell.bad(3)));

        assertThat(bytes.toString(StandardCharsets.UTF_8)).contains("\u001b[1;31m   3!\u001b[0m");
    }

    @Test
    void print_textWithControlCharacters_cannotMoveTheCursor() {
        Table table = new Table("a\u001b[2Jb").column("x\r", Unit.TEXT).row("evil\u001b]0;title\u0007\nline");

        assertThat(String.join("", printed(table))).doesNotContain("\u001b", "\u0007", "\r");
        assertThat(printed(table)).hasSize(5);
    }

    @Test
    void print_asciiTerminal_usesAsciiLetters() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Charset ascii = StandardCharsets.US_ASCII;
        Table table = new Table("").column("backend", Unit.TEXT).column("p50", Unit.NANOS);
        new Terminal(new PrintStream(bytes, true, ascii), false, ascii)
                .print(table.row("tailrace", 1_412).row("noop", null));

        assertThat(bytes.toString(ascii)).contains("1.41 us", "--------").doesNotContain("?");
    }

    @Test
    void line_longText_isBrokenAtWords() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Terminal.of(new PrintStream(bytes, true, StandardCharsets.UTF_8), false)
                .line("many words ".repeat(20).strip());

        assertThat(bytes.toString(StandardCharsets.UTF_8).lines())
                .hasSize(3)
                .allSatisfy(
                        line -> assertThat(line).hasSizeLessThanOrEqualTo(80).doesNotEndWith(" "));
    }

    @Test
    void row_wrongNumberOfCells_isRefused() {
        Table table = new Table("").column("a", Unit.TEXT).column("b", Unit.TEXT);

        assertThatThrownBy(() -> table.row("1")).hasMessage("cells=1, columns=2");
    }

    private static Table wide() {
        Table table = new Table("Log calls").column("backend", Unit.TEXT).column("settings", Unit.TEXT);
        for (String header : new String[] {"p50", "p99", "p99.9", "longest"}) {
            table.column(header, Unit.NANOS);
        }
        for (String header : new String[] {"lost", "rolls", "compressed", "blocked"}) {
            table.column(header, Unit.COUNT);
        }
        table.keyColumns(2);
        table.row("logback", "incident", 1_412L, 4.7e6, 5.0e9, Cell.bad(5.1e9), 0, 6, 6, Cell.bad(428_211));
        table.row("log4j2", "discarding", 904L, 20_100, 1.1e6, 12e6, Cell.bad(61_233), 6, 6, 0);
        return table.row("tailrace", "default", 231L, 1_250, 14_000, Cell.good(0.8e6), Cell.good(0), 6, 6, 0);
    }

    private static List<String> printed(Table table) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Terminal.of(new PrintStream(bytes, true, StandardCharsets.UTF_8), false).print(table);
        return bytes.toString(StandardCharsets.UTF_8).lines().toList();
    }
}
