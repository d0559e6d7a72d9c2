package dev.tailrace.doctor.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.doctor.heap.HeapCode;
import dev.tailrace.doctor.rules.DiagnosisCode;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.lint.remark.LintCode;
import dev.tailrace.lint.remark.Remark;
import dev.tailrace.lint.remark.RemarkCode;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each code that a page may show has its text on it. */
class FindingPagesTest {
    @Test
    void paragraphs_anyCode_areThoseOfTheDocumentation() {
        Stream<RemarkCode> own = Stream.of(DiagnosisCode.values(), HeapCode.values(), LintCode.values())
                .flatMap(Arrays::stream);
        List<Remark> remarks =
                own.map(each -> Remark.of(each, "", null, null, 0)).toList();

        assertThat(remarks)
                .hasSizeGreaterThan(60)
                .allSatisfy(each -> assertThat(FindingPages.paragraphs(each))
                        .as(each.code())
                        .isNotEmpty()
                        .noneMatch(text -> text.contains("`")
                                || text.contains("](")
                                || text.startsWith("*")
                                || text.startsWith("#")));
    }

    @Test
    void paragraphs_codesOfConfigurations_areThereToo() {
        for (FindingCode each : FindingCode.values()) {
            Remark remark =
                    Remark.of(new dev.tailrace.finding.Finding(each, "cause", null, null, 0, List.of(), ""), "file");

            assertThat(FindingPages.paragraphs(remark)).as(each.code()).isNotEmpty();
        }
    }

    @Test
    void paragraphs_linksAndEmphasis_areTextAlone() {
        Remark deadlock = Remark.of(DiagnosisCode.DEADLOCK, "", null, null, 0);

        assertThat(FindingPages.paragraphs(deadlock))
                .containsExactly(
                        "Error. Deadlock: threads wait for each other in a circle, without logging in it. Do: Take the locks"
                                + " in the same order everywhere; only a restart helps until then.",
                        "What is shown of it: see TR3113.");
    }
}
