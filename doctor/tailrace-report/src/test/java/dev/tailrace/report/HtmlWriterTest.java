package dev.tailrace.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
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
    void html_summary_standsBeforeTheContents() {
        Page page = Page.titled("Page");
        page.summary(Tone.BAD, "It <stalls>").text("Because.").code("In a shell:", "kill -9 1 && echo \"2\"");
        page.section("One").text("1");
        page.section("Two").text("2");

        String html = page.html();

        assertThat(html).contains("<div class=\"summary bad\">\n<h2>It &lt;stalls&gt;</h2>");
        assertThat(html)
                .contains("<figcaption>In a shell:</figcaption>", "kill -9 1 &amp;&amp; echo &quot;2&quot;</pre>");
        assertThat(html.indexOf("It &lt;stalls&gt;")).isLessThan(html.indexOf("<nav"));
    }

    @Test
    void html_noteWithAWord_leadsToTheHeading() {
        Page page = Page.titled("Page");
        page.section("One").note(Tone.WARN, "TR1", "tr1", "Something").heading("tr1", "TR1 Something");

        assertThat(page.html()).contains("<a href=\"#tr1\">TR1</a> Something</p>", "<h3 id=\"tr1\">TR1 Something</h3>");
    }

    @Test
    void html_stacks_standTogetherAndMarkLogging() {
        Page page = Page.titled("Page");
        page.section("One")
                .stack(new Stack("\"a\" writes", "the cause", Tone.BAD)
                        .line("java.io.FileOutputStream.write(<x>)", FlameGraph.Part.JDK)
                        .line("ch.qos.logback.Logger.info", FlameGraph.Part.LOGGING)
                        .leftOut(3))
                .stack(new Stack("2 wait", "", Tone.WARN).leftOut(-1));

        String html = page.html();

        assertThat(html.split("<div class=\"stacks\">", -1)).hasSize(2);
        assertThat(html)
                .contains(
                        "<li class=\"jdk\"><em></em><code>java.io.FileOutputStream.write(&lt;x&gt;)</code></li>",
                        "<li class=\"logging\"><em>logging</em><code>ch.qos.logback.Logger.info</code></li>",
                        "<li class=\"left\">3 more</li>",
                        "<p class=\"caption\">the cause</p>");
    }

    @Test
    void share_bars_areProportional() {
        assertThat(HtmlBars.share(50, 100)).isEqualTo(0.5);
        assertThat(HtmlBars.share(Double.NaN, 100)).isZero();
        assertThat(HtmlBars.share(5, 0)).isZero();
    }
}
