package dev.tailrace.bench.audit;

import java.util.List;
import java.util.Map;

/**
 * What an audit of a folder found.
 *
 * @param byProcess one for each process that was expected; lines that name none of them are torn lines of the last
 * @param rolls files that were rolled
 * @param compressions rolled files that are compressed
 * @param bytes size of all lines, unpacked
 * @param unreadable why a file could not be read to its end; each counts as one torn line too
 */
public record Findings(
        Map<Integer, Audit> byProcess, int rolls, int compressions, long bytes, List<String> unreadable) {
    /** The sums of all processes. */
    public Audit total() {
        Audit total = Audit.NONE;
        for (Audit audit : byProcess.values()) {
            total = total.plus(audit);
        }
        return total;
    }
}
