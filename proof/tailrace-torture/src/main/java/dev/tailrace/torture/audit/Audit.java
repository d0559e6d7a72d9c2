package dev.tailrace.torture.audit;

import java.util.ArrayList;
import java.util.List;

/** The result of an audit, or the sum of several. The counts are stored with the totals. Not thread-safe. */
public final class Audit {
    private static final int PROBLEMS_KEPT = 20;

    /** Lines whose log call returned. */
    public long acknowledged;
    /** Acknowledged lines that are missing and were not reported as dropped. */
    public long lost;
    /** Additional copies of lines. */
    public long duplicated;
    /** Lines that are incomplete, contain a NUL byte, or were written by no process. */
    public long torn;
    /** Lines after later lines of their thread. */
    public long outOfOrder;
    /** Lines whose loss is reported in the log. */
    public long dropped;
    /** Lines beyond the acknowledged ones: in flight when their process died. */
    public long unfinished;
    /** Beginnings of lines where other programs renamed the file or wrote to it; the complete line is elsewhere. */
    public long cutShort;
    /** Log files read, archives included. */
    public long files;
    /** Files that can't be read to their end. */
    public long unreadable;
    /** The first problems of one audit, in words. */
    public final transient List<String> problems = new ArrayList<>();

    void problem(String text) {
        if (problems.size() < PROBLEMS_KEPT) {
            problems.add(text);
        }
    }

    public void add(Audit other) {
        acknowledged += other.acknowledged;
        lost += other.lost;
        duplicated += other.duplicated;
        torn += other.torn;
        outOfOrder += other.outOfOrder;
        dropped += other.dropped;
        unfinished += other.unfinished;
        cutShort += other.cutShort;
        files += other.files;
        unreadable += other.unreadable;
    }

    /** Whether no line is lost, duplicated, torn or out of order, and all files are readable. */
    public boolean isGood() {
        return lost == 0 && duplicated == 0 && torn == 0 && outOfOrder == 0 && unreadable == 0;
    }

    @Override
    public String toString() {
        return "lost=%d, duplicated=%d, torn=%d, outOfOrder=%d, unreadable=%d, %s"
                .formatted(lost, duplicated, torn, outOfOrder, unreadable, problems);
    }
}
