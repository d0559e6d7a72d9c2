package dev.tailrace.doctor.rules;

import dev.tailrace.probe.archive.LiveRecording;
import dev.tailrace.probe.archive.OpenFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Log files that several processes write to, and those whose file system is full. */
public final class LogFiles implements DiagnosisRule {
    private static final Pattern LOG = Pattern.compile(".*\\.(?:log|txt|json|tsv|csv|out)");
    /** Tailrace's processes agree on which one writes to a file by means of such a file beside it. */
    private static final String AGREED = ".tailrace-lock";

    /** Less is used up by the next lines. */
    private static final long NO_ROOM = 1 << 20;
    /** A file each, or a day each, never needs so many. */
    private static final int MANY_LOGS = 1_000;

    @Override
    public List<DiagnosisFinding> check(RuleContext ruleContext) {
        List<DiagnosisFinding> findings = new ArrayList<>();
        for (LiveRecording recording : ruleContext.evidence().all(LiveRecording.class)) {
            boolean agreed =
                    recording.files().stream().anyMatch(each -> each.path().endsWith(AGREED));
            List<OpenFile> full = logs(recording)
                    .filter(each -> each.free() >= 0 && each.free() < NO_ROOM)
                    .toList();
            if (!full.isEmpty()) {
                findings.add(full(recording, full));
            }
            for (OpenFile file : recording.files()) {
                boolean log = LOG.matcher(file.path()).matches() && file.appends();
                if (log && !agreed && !file.others().isEmpty()) {
                    findings.add(finding(recording, file));
                }
            }
        }
        return findings;
    }

    private static Stream<OpenFile> logs(LiveRecording recording) {
        return recording.files().stream()
                .filter(each -> LOG.matcher(each.path()).matches());
    }

    /** How many log files are open, where they are far too many. */
    public static Optional<String> many(LiveRecording recording) {
        long logs = logs(recording).count();
        return logs < MANY_LOGS
                ? Optional.empty()
                : Optional.of(
                        String.format(Locale.ROOT, "%,d log files that are open in process %d", logs, recording.pid()));
    }

    private static DiagnosisFinding full(LiveRecording recording, List<OpenFile> files) {
        OpenFile first = files.get(0);
        return DiagnosisFinding.of(
                DiagnosisCode.LOG_DISK_FULL,
                String.format(
                        Locale.ROOT,
                        "The file system of %s%s has %,d kB left: what is logged there is lost, or waits.",
                        first.path(),
                        files.size() > 1
                                ? String.format(Locale.ROOT, " and of %,d more log files", files.size() - 1)
                                : "",
                        first.free() / 1024),
                first.path(),
                recording.source(),
                List.of(String.format(
                        Locale.ROOT, "%s: %,d bytes long; df %s", first.path(), first.bytes(), first.path())),
                0);
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
