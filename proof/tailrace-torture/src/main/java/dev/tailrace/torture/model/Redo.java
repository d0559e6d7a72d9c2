package dev.tailrace.torture.model;

import dev.tailrace.torture.model.DrainRules.Rule;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What recovery still has to append of an intent that isn't committed: the longest beginning of the staged bytes that stands in the file
 * from the intent's offset on was written; if the file ends with it, the rest follows, else what comes after its last whole line.
 *
 * @param staged bytes from the beginning of a line on; may be empty
 * @param begun how many of them stand at the file's end already
 * @param possiblyTwice the bytes are gone that would have shown it
 */
record Redo(String staged, int begun, boolean possiblyTwice) {
    static final Redo NOTHING = new Redo("", 0, false);

    /** {@code open}: the file that has the log's name and is open. */
    static Redo of(World world, int open, Slot slot, String staged, DrainRules rules) {
        Integer file = find(world, open, slot.identity, rules);
        if (file == null || world.files.get(file).length() < slot.offset) {
            return new Redo(staged, 0, true);
        }
        String tail = world.files.get(file).substring(slot.offset);
        if (!rules.has(Rule.COMPARE_BYTES)) {
            return rest(staged, Math.min(slot.begun + tail.length(), staged.length()), true, rules);
        }
        Found found = find(tail, staged.substring(slot.begun), rules);
        if (!rules.has(Rule.APPEND_ONLY_THE_REST) && found.length + slot.begun < staged.length()) {
            return new Redo(staged, 0, false);
        }
        return rest(staged, slot.begun + found.length, found.isAtEnd && file == open, rules);
    }

    /** So many bytes of {@code staged} were written. {@code inPlace}: the file that goes on ends with them. */
    static Redo rest(String staged, int written, boolean inPlace, DrainRules rules) {
        if (written == staged.length()) {
            return NOTHING;
        }
        // All of our lines have two cells.
        int wholeLines = written / 2 * 2;
        if (!inPlace && rules.has(Rule.CUT_AT_LINE_END)) {
            return new Redo(staged.substring(wholeLines), 0, false);
        }
        return new Redo(staged.substring(wholeLines), written - wholeLines, false);
    }

    private record Found(int length, boolean isAtEnd) {}

    private static Found find(String tail, String bytes, DrainRules rules) {
        Found longest = new Found(0, tail.isEmpty());
        int candidates = rules.has(Rule.SEARCH_BEHIND_FOREIGN) ? tail.length() : Math.min(1, tail.length());
        for (int from = 0; from < candidates; from++) {
            int common = 0;
            while (common < bytes.length()
                    && from + common < tail.length()
                    && bytes.charAt(common) == tail.charAt(from + common)) {
                common++;
            }
            if (common > longest.length) {
                longest = new Found(common, from + common == tail.length());
            }
        }
        return longest;
    }

    private static @Nullable Integer find(World world, int open, int identity, DrainRules rules) {
        if (!rules.has(Rule.COMPARE_IDENTITY) || world.identities.get(open) == identity) {
            return open;
        }
        if (rules.has(Rule.SEARCH_OTHER_NAMES)) {
            for (Map.Entry<String, Integer> entry : world.names.entrySet()) {
                if (!entry.getKey().startsWith(World.DELETED) && world.identities.get(entry.getValue()) == identity) {
                    return entry.getValue();
                }
            }
        }
        return null;
    }
}
