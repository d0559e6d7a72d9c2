package dev.tailrace.doctor.page;

import dev.tailrace.doctor.Diagnosis;
import dev.tailrace.lint.remark.Remark;
import java.util.ArrayList;
import java.util.List;

/** The lines to copy that a terminal shows below a finding: for those where logging stops threads. The page has them for more. Stateless. */
public final class LinesToCopy {
    private LinesToCopy() {}

    /** The commands, or a caption and a part of a configuration; empty where there are none. */
    public static List<String> of(Diagnosis diagnosis, Remark remark) {
        String code = remark.code();
        boolean stops = code.compareTo("TR3101") >= 0 && code.compareTo("TR3119") <= 0;
        if (!stops && !code.equals("TR3168")) {
            return List.of();
        }
        List<String> lines = new ArrayList<>();
        diagnosis.found().stream()
                .filter(each -> each.remark().equals(remark))
                .findFirst()
                .flatMap(each -> Snippet.of(each, DiagnosisPage.configured(diagnosis), Header.pid(diagnosis)))
                .ifPresent(each -> {
                    if (!each.isForShell()) {
                        lines.add(each.caption());
                    }
                    each.text().lines().forEach(lines::add);
                });
        return lines;
    }
}
