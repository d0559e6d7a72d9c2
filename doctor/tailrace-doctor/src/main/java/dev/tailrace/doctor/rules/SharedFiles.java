package dev.tailrace.doctor.rules;

import dev.tailrace.probe.archive.LiveRecording;
import dev.tailrace.probe.archive.OpenFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Log files that several processes write to. */
final class SharedFiles implements DiagnosisRule {
    private static final Pattern LOG = Pattern.compile(".*\\.(?:log|txt|json|tsv|csv|out)");
    /** Tailrace's processes agree on which one writes to a file by means of such a file beside it. */
    private static final String AGREED = ".tailrace-lock";

    @Override
    public List<DiagnosisFinding> check(RuleContext ruleContext) {
        List<DiagnosisFinding> findings = new ArrayList<>();
        for (LiveRecording recording : ruleContext.evidence().all(LiveRecording.class)) {
            boolean agreed =
                    recording.files().stream().anyMatch(each -> each.path().endsWith(AGREED));
            for (OpenFile file : recording.files()) {
                boolean log = LOG.matcher(file.path()).matches() && file.appends();
                if (log && !agreed && !file.others().isEmpty()) {
                    findings.add(finding(recording, file));
                }
            }
        }
        return findings;
    }

    private static DiagnosisFinding finding(LiveRecording recording, OpenFile file) {
        String others = file.others().stream()
                .map(each -> "process " + each.pid() + " (" + each.name() + ")")
                .collect(Collectors.joining(", "));
        return DiagnosisFinding.of(
                DiagnosisCode.SHARED_FILE,
                "Process " + recording.pid() + " writes to " + file.path() + ", and so does " + others
                        + ". When one of them rolls the file, the others go on writing to the finished one; lines that"
                        + " are written at the same time can end up in one another.",
                file.path(),
                recording.source(),
                List.of(String.format(
                        Locale.ROOT,
                        "%s is open for appending in: process %d, %s",
                        file.path(),
                        recording.pid(),
                        others)),
                0);
    }
}
