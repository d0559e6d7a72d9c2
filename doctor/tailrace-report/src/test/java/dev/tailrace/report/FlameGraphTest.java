package dev.tailrace.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.report.FlameGraph.Call;
import dev.tailrace.report.FlameGraph.Part;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Stacks laid over each other. */
class FlameGraphTest {
    private static final Call MAIN = new Call("shop.Main.main", "Main.main", Part.APPLICATION);
    private static final Call LOG = new Call("ch.qos.logback.classic.Logger.info", "Logger.info", Part.LOGGING);
    private static final Call PARK = new Call("jdk.internal.misc.Unsafe.park", "Unsafe.park", Part.JDK);

    @Test
    void html_sameCalls_areOneBoxAsWideAsTheirShare() {
        String html = html(new FlameGraph("stuck", "4 threads")
                .stack(List.of(MAIN, LOG, PARK), 3)
                .stack(List.of(MAIN, PARK), 1));

        assertThat(html.split(">Main.main<", -1)).hasSize(2);
        assertThat(html).contains("title=\"ch.qos.logback.classic.Logger.info: 3, 75 %\"");
        assertThat(html).contains("style=\"width:75.00%\"").contains("style=\"width:25.00%\"");
        assertThat(html).containsOnlyOnce("graph.nextElementSibling");
    }

    @Test
    void html_whatIsTooNarrowToSee_isLeftOut() {
        String html =
                html(new FlameGraph("stuck", "all").stack(List.of(MAIN), 1000).stack(List.of(PARK), 1));

        assertThat(html).contains("Main.main").doesNotContain("Unsafe.park");
    }

    @Test
    void html_deepStacks_endSomewhere() {
        FlameGraph graph = new FlameGraph("stuck", "all");
        graph.stack(Collections.nCopies(5000, MAIN), 1);

        assertThat(html(graph).split("class=\"box\"", -1)).hasSizeBetween(100, 140);
    }

    @Test
    void html_nothingAdded_isAnEmptyGraph() {
        assertThat(html(new FlameGraph("stuck", "0 threads")))
                .contains("0 threads")
                .doesNotContain("NaN");
    }

    @Test
    void html_namesFromOutside_areOnlyText() {
        Call evil = new Call("a.<b>\"x", "<script>", Part.LIBRARY);

        assertThat(html(new FlameGraph("<i>", "all").stack(List.of(evil), 1)))
                .contains("&lt;script&gt;", "a.&lt;b&gt;&quot;x", "&lt;i&gt;")
                .doesNotContain("<b>", "<i>");
    }

    private static String html(FlameGraph graph) {
        Page page = Page.titled("page");
        page.section("section").chart(graph);
        return page.html();
    }
}
