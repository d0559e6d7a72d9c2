package dev.tailrace.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What the script of a page really draws; the page itself counts the pixels of its curves. */
class PageInBrowserTest {
    /** Below target, because a browser's helpers may still write into its profile when a test ends. */
    private final Path folder = Path.of("target", "browser").toAbsolutePath();

    @Test
    void page_desktopWidth_everyChartShowsItsCurves() throws Exception {
        String dom = dom(SamplePage.page().html(), 1280, 2400);

        assertThat(attribute(dom, "data-charts")).containsExactly("6/6");
        assertThat(attribute(dom, "data-errors")).containsExactly("");
        assertThat(attribute(dom, "data-ink"))
                .hasSize(6)
                .allSatisfy(ink -> assertThat(Integer.parseInt(ink)).isGreaterThan(300));
        assertThat(dom).contains("<canvas");
    }

    @Test
    void page_phoneWidth_everyChartShowsItsCurves() throws Exception {
        String dom = dom(SamplePage.page().html(), 500, 800);

        assertThat(attribute(dom, "data-charts")).containsExactly("6/6");
        assertThat(attribute(dom, "data-errors")).containsExactly("");
    }

    @Test
    void page_textThatLooksLikeMarkup_isShownAsText() throws Exception {
        String dom = dom(SamplePage.page().html(), 1280, 800);

        assertThat(dom).contains("&lt;img src=x onerror=alert(1)&gt;").doesNotContain("<img");
        assertThat(dom).doesNotContain("<b>tailrace");
    }

    @Test
    void page_chartWithoutPoints_isReportedAsNotDrawn() throws Exception {
        Page page = Page.titled("Nothing");
        page.section("Nothing")
                .chart(new LineChart("empty", Axis.elapsedSeconds(), Axis.logNanos("log call"))
                        .line("tailrace", new double[0], new double[0]));

        String dom = dom(page.html(), 1280, 800);

        assertThat(attribute(dom, "data-charts")).containsExactly("0/1");
        assertThat(attribute(dom, "data-errors")).containsExactly("");
    }

    @Test
    void page_hiddenLine_isInTheLegendAndNotDrawn() throws Exception {
        Page page = Page.titled("Hidden");
        page.section("Hidden")
                .chart(new LineChart("hidden", Axis.elapsedSeconds(), Axis.logNanos("log call"))
                        .hiddenLine("tuned", new double[] {0, 1, 2}, new double[] {1e3, 1e6, 1e3}));
        String click = "<script>document.querySelectorAll('.u-legend .u-series th')[1].click()</script></body>";

        String dom = dom(page.html(), 1280, 800);
        String clicked = dom(page.html().replace("</body>", click), 1280, 800);

        assertThat(attribute(dom, "data-charts")).containsExactly("0/1");
        assertThat(dom).contains("u-series u-off").contains("tuned");
        assertThat(clicked).contains("tuned").doesNotContain("u-series u-off");
    }

    @Test
    void page_scriptThatFails_isReportedInThePage() throws Exception {
        String broken =
                SamplePage.page().html().replace("function series(chart) {", "function series(chart) { boom();");

        String dom = dom(broken, 1280, 800);

        assertThat(attribute(dom, "data-charts")).containsExactly("0/6");
        assertThat(attribute(dom, "data-errors")).first().asString().contains("boom is not defined");
        assertThat(dom).contains("This chart could not be drawn.");
    }

    @Test
    void page_clickOnABoxOfAFlameGraph_showsItCloselyAndSaysItsName() throws Exception {
        FlameGraph.Call main = new FlameGraph.Call("shop.Main.main", "Main.main", FlameGraph.Part.APPLICATION);
        FlameGraph.Call idle = new FlameGraph.Call("shop.Main.idle", "Main.idle", FlameGraph.Part.APPLICATION);
        Page page = Page.titled("Flames");
        page.section("Flames")
                .chart(new FlameGraph("stuck", "4 threads")
                        .stack(List.of(main), 3)
                        .stack(List.of(idle), 1));
        String click = "<script>document.querySelectorAll('.flame .box > span')[1].click()</script></body>";

        String dom = dom(page.html().replace("</body>", click), 500, 800);

        assertThat(attribute(dom, "data-flames")).containsExactly("1");
        assertThat(dom).contains("<div class=\"box open\"", "<div class=\"box aside\"");
        assertThat(dom).contains("aria-live=\"polite\">shop.Main.main: 3, 75 %</p>");
    }

    private String dom(String html, int width, int height) throws Exception {
        Files.createDirectories(folder);
        Browser browser = Browser.find(folder).orElse(null);
        if (browser == null) {
            System.out.println("NOT RUN: needs a browser");
            abort("needs a browser");
            throw new IllegalStateException("not reached");
        }
        Path page = Files.writeString(Files.createTempFile(folder, "page", ".html"), html, StandardCharsets.UTF_8);
        return browser.dom(page, width, height);
    }

    private static List<String> attribute(String dom, String name) {
        List<String> values = new ArrayList<>();
        Matcher matcher = Pattern.compile(" " + name + "=\"([^\"]*)\"").matcher(dom);
        while (matcher.find()) {
            values.add(matcher.group(1));
        }
        return values;
    }
}
