package dev.tailrace.torture.model;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of an uncommitted intent that recovery has to append. The longest beginning of the staged bytes found in the file from the
 * intent's offset on was written. If the file ends with this beginning, the rest follows; else the bytes after its last complete line.
 *
 * @param staged the bytes to append, from the beginning of a line on; may be empty
 * @param begun how many of these bytes are at the file's end already
 * @param possiblyTwice whether lines may be duplicated, because the bytes that would show it are gone
 */
record Redo(String staged, int begun, boolean possiblyTwice) {
    static final Redo NOTHING = new Redo("", 0, false);

    /** {@code open}: the open file with the log's name. */
    static Redo of(World world, int open, Slot slot, String staged, Rules<DrainRule> rules) {
        Integer file = find(world, open, slot.identity, rules);
        if (file == null || world.files.get(file).length() < slot.offset) {
            return new Redo(staged, 0, true);
        }
        String tail = world.files.get(file).substring(slot.offset);
        if (!rules.has(DrainRule.COMPARE_BYTES)) {
            return rest(staged, Math.min(slot.begun + tail.length(), staged.length()), true, rules);
        }
        Found found = find(tail, staged.substring(slot.begun), rules);
        if (!rules.has(DrainRule.APPEND_ONLY_THE_REST) && found.length + slot.begun < staged.length()) {
            return new Redo(staged, 0, false);
        }
        return rest(staged, slot.begun + found.length, found.isAtEnd && file == open, rules);
    }

    /** The rest after {@code written} bytes of {@code staged}. {@code inPlace}: whether the file to append to ends with them. */
    static Redo rest(String staged, int written, boolean inPlace, Rules<DrainRule> rules) {
        if (written == staged.length()) {
            return NOTHING;
        }
        // All lines of the model have two cells.
        int wholeLines = written / 2 * 2;
        if (!inPlace && rules.has(DrainRule.CUT_AT_LINE_END)) {
            return new Redo(staged.substring(wholeLines), 0, false);
        }
        return new Redo(staged.substring(wholeLines), written - wholeLines, false);
    }

    private record Found(int length, boolean isAtEnd) {}

    private static Found find(String tail, String bytes, Rules<DrainRule> rules) {
        Found longest = new Found(0, tail.isEmpty());
        int candidates = rules.has(DrainRule.SEARCH_BEHIND_FOREIGN) ? tail.length() : Math.min(1, tail.length());
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

    private static @Nullable Integer find(World world, int open, int identity, Rules<DrainRule> rules) {
        if (!rules.has(DrainRule.COMPARE_IDENTITY) || world.identities.get(open) == identity) {
            return open;
        }
        if (rules.has(DrainRule.SEARCH_OTHER_NAMES)) {
            for (Map.Entry<String, Integer> entry : world.names.entrySet()) {
                if (!entry.getKey().startsWith(World.DELETED) && world.identities.get(entry.getValue()) == identity) {
                    return entry.getValue();
                }
            }
        }
        return null;
    }
}
