package dev.tailrace.probe.evidence;

import java.util.ArrayList;
import java.util.List;

/** Takes what readers find, until it is {@link Evidence}. Not thread-safe. */
public final class EvidenceBuilder {
    private final List<EvidenceItem> exhibits = new ArrayList<>();
    private final List<ParseProblem> unread = new ArrayList<>();

    /** Something was read. */
    public void add(EvidenceItem evidenceItem) {
        exhibits.add(evidenceItem);
    }

    /** Part of the input could not be read. */
    public void add(ParseProblem note) {
        unread.add(note);
    }

    /** How many exhibits there are until now; shows whether a reader found any. */
    public int size() {
        return exhibits.size();
    }

    /** The evidence until now. */
    public Evidence evidence() {
        return new Evidence(exhibits, unread);
    }
}
