package dev.tailrace.bench.audit;

import java.util.List;
import java.util.Map;

/**
 * The result of a folder's audit.
 *
 * @param byProcess one audit for each expected process; lines of an unknown process count as torn lines of the last one
 * @param rolls files that were rolled
 * @param compressions rolled files that are compressed
 * @param bytes size of all lines, uncompressed
 * @param unreadable why files could not be read to their end; each file counts as one torn line, too
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
