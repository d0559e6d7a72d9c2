package dev.tailrace.torture.audit;

import java.util.List;

/**
 * What was found.
 *
 * @param acknowledged lines whose log call returned
 * @param lost of these, how many are nowhere and were not reported as dropped
 * @param duplicated lines that were there already
 * @param torn lines that are not whole, or hold a NUL byte, or that no process wrote
 * @param outOfOrder lines behind later ones of their thread
 * @param dropped lines whose loss stands in the log
 * @param unfinished lines beyond the acknowledged: in flight when their process died
 * @param cutShort beginnings of lines where others renamed the file or wrote to it just then; the whole line is elsewhere
 * @param files files read, archives included
 * @param unreadable files that can't be read to their end
 * @param problems the first of them, in words
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
    /** Whether every line is where it belongs. */
    public boolean isGood() {
        return lost == 0 && duplicated == 0 && torn == 0 && outOfOrder == 0 && unreadable == 0;
    }
}
