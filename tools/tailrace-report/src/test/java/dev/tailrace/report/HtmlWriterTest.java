package dev.tailrace.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HtmlWriterTest {
    @TempDir
    Path folder;

    @Test
    void html_anyPage_loadsNothing() {
        String html = SamplePage.page().html();

        assertThat(html).contains("default-src 'none'").doesNotContain("<link", "@import", "url(", " src=\"");
        assertThat(Pattern.compile("https?://[^ ]*").matcher(html).results().map(match -> match.group()))
                .as("only the comment that says where uPlot comes from")
                .containsOnly("https://github.com/leeoniya/uPlot");
    }

    @Test
    void html_anyPage_hasTwoScriptsAndTheirData() {
        String html = SamplePage.page().html();

        assertThat(html.split("</script>", -1))
                .as("no text ends a script early")
                .hasSize(4);
        assertThat(html).contains("Copyright (c) 2022 Leon Sorokin");
    }

    @Test
    void html_pageWithoutCharts_hasNoScript() {
        Page page = Page.titled("Short").lead("Nothing to see.");
        page.section("One").table(SamplePage.table());

        assertThat(page.html()).doesNotContain("<script").contains("<td class=\"figure bad\">61,233</td>");
    }

    @Test
    void html_tableOfLongTexts_namesTheColumnOfEachCellForNarrowScreens() {
        Page page = Page.titled("Stacks");
        page.section("One")
                .table(new Table("Worst")
                        .column("threads", Unit.COUNT)
                        .column("stack", Unit.TEXT)
                        .row(12, "a.B.c < ".repeat(20)));

        assertThat(page.html())
                .contains("<table class=\"figures texts\">", "data-column=\"threads\"", "long\" data-column=\"stack\"");
    }

    @Test
    void html_chartsThatShareTheirAxes_standSideBySide() {
        assertThat(SamplePage.page().html()).containsOnlyOnce("<div class=\"charts several\">");
    }

    @Test
    void html_sameTexts_givesTheSamePage() {
        assertThat(SamplePage.page().html()).isEqualTo(SamplePage.page().html());
    }

    @Test
    void write_file_isUtf8() throws Exception {
        Path file = folder.resolve("page.html");
        SamplePage.page().write(file.toString());

        assertThat(Files.readString(file)).startsWith("<!doctype html>").contains("µs");
    }

    @Test
    void escape_everyDangerousCharacter_isHarmless() {
        assertThat(Html.escape("<a href=\"x\" b='y'>&\u0000\u001b\n"))
                .isEqualTo("&lt;a href=&quot;x&quot; b=&#39;y&#39;&gt;&amp;\ufffd\ufffd\n");
    }

    @Test
    void escape_eachCharacter_isAsItWasOrReplaced() {
        for (int c = 0; c <= Character.MAX_VALUE; c++) {
            String text = String.valueOf((char) c);
            String expected = switch (c) {
                case '&' -> "&amp;";
                case '<' -> "&lt;";
                case '>' -> "&gt;";
                case '"' -> "&quot;";
                case '\'' -> "&#39;";
                case '\n', '\t' -> text;
                default -> Character.isISOControl(c) ? "\ufffd" : text;
            };
            assertThat(Html.escape(text)).as("character %d", c).isEqualTo(expected);
            assertThat(Html.escape("a" + text + "<")).as("character %d", c).isEqualTo("a" + expected + "&lt;");
        }
    }

    @Test
    void share_bars_areProportionalOrLogarithmic() {
        assertThat(HtmlBars.share(50, 0, 100)).isEqualTo(0.5);
        assertThat(HtmlBars.share(1_000, 1, 1_000_000)).isCloseTo(0.5, Offset.offset(1e-9));
        assertThat(HtmlBars.share(0, 1, 100)).isZero();
        assertThat(HtmlBars.share(Double.NaN, 0, 100)).isZero();
        assertThat(HtmlBars.share(5, 0, 0)).isZero();
    }
}
