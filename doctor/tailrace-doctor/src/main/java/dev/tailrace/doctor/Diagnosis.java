package dev.tailrace.doctor;

import dev.tailrace.doctor.rules.DiagnosisFinding;
import dev.tailrace.doctor.rules.RuleContext;
import dev.tailrace.lint.remark.Remark;
import dev.tailrace.probe.archive.LiveRecording;
import java.util.List;
import java.util.stream.Stream;

/**
 * The result of doctor. Immutable.
 *
 * @param files that were looked at, as they were given
 * @param lookedAt what was seen in them, a line each
 * @param found what is wrong, the worst first; infos, of which nothing has to come, at the end
 * @param patient what the remarks were made from
 */
public record Diagnosis(List<String> files, List<String> lookedAt, List<DiagnosisFinding> found, RuleContext patient) {
    public Diagnosis {
        files = List.copyOf(files);
        lookedAt = List.copyOf(lookedAt);
        found = List.copyOf(found);
    }

    /** The remarks on all findings, in their order. */
    public List<Remark> remarks() {
        return found.stream().map(DiagnosisFinding::remark).toList();
    }

    /** The findings that need action, without what could not be read. */
    public List<Remark> findings() {
        return remarks().stream()
                .filter(each -> each.counts() && !each.code().startsWith("TR319"))
                .toList();
    }

    /** About recordings of a running process: what they cost it, what was left out, and why; a sentence each. */
    public List<String> recordingNotes() {
        return patient.evidence().all(LiveRecording.class).stream()
                .flatMap(each -> Stream.concat(Stream.of(each.disturbance().text()), each.notes().stream()))
                .toList();
    }

    /** Whether a process was observed, but without one thread dump: what its threads did is not known. */
    public boolean isBlind() {
        return patient.evidence().has(LiveRecording.class)
                && patient.timeline().moments().isEmpty();
    }

    /**
     * Whether each file gave something to look at, and what could not be read, or wasn't looked at, is nothing that an empty list of findings
     * depends on.
     */
    public boolean isReadable() {
        boolean empty = findings().isEmpty();
        return patient.evidence().unread().stream().noneMatch(each -> each.isAll() || (empty && each.decisive()))
                && !(empty && isBlind());
    }
}
