package dev.tailrace.torture.audit;

import java.util.List;

/**
 * The result of an audit.
 *
 * @param acknowledged lines whose log call returned
 * @param lost acknowledged lines that are missing and were not reported as dropped
 * @param duplicated additional copies of lines
 * @param torn lines that are incomplete, contain a NUL byte, or were written by no process
 * @param outOfOrder lines after later lines of their thread
 * @param dropped lines whose loss is reported in the log
 * @param unfinished lines beyond the acknowledged ones: in flight when their process died
 * @param cutShort beginnings of lines where other programs renamed the file or wrote to it; the complete line is elsewhere
 * @param files files read, archives included
 * @param unreadable files that can't be read to their end
 * @param problems the first problems, in words
 */
public record Audit(
        long acknowledged,
        long lost,
        long duplicated,
        long torn,
        long outOfOrder,
        long dropped,
        long unfinished,
        long cutShort,
        int files,
        int unreadable,
        List<String> problems) {
    /** Whether no line is lost, duplicated, torn or out of order, and all files are readable. */
    public boolean isGood() {
        return lost == 0 && duplicated == 0 && torn == 0 && outOfOrder == 0 && unreadable == 0;
    }
}
