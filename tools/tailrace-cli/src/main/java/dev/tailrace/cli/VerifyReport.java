package dev.tailrace.cli;

import dev.tailrace.cli.Verdict.Issue;
import dev.tailrace.guest.view.LogView;
import dev.tailrace.ship.RowView;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The JSON of {@code verify}; docs/reference/drain.md describes its fields. */
record VerifyReport(int schema, int status, List<Log> logs) {
    /** One log: the verdict, then what was seen. */
    record Log(
            String verdict,
            long lines,
            long bytes,
            List<Issue> findings,
            LogView seen,
            @Nullable RowView target) {}

    static VerifyReport of(List<Verdict> verdicts) {
        int status = verdicts.stream().mapToInt(Verdict::status).max().orElse(ExitStatus.GOOD);
        return new VerifyReport(
                1,
                status,
                verdicts.stream()
                        .map(each -> new Log(
                                each.word(),
                                each.view().lines(),
                                each.view().bytes(),
                                each.issues(),
                                each.view(),
                                each.target()))
                        .toList());
    }
}
