package dev.tailrace.ship;

import dev.tailrace.bytes.FileRow;
import dev.tailrace.bytes.FileRow.Entry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The files in which one log's records wait: the active file, to which a drainer appends, and the rolled ones, which have its name with a
 * number; the highest was rolled last. Processes that can't reach the others have a row of their own in the same directory, whose names have
 * a suffix.
 *
 * <p>A row of lines is the same but for the active file: all are links to files of an ordinary log, the last one to that log's active file.
 *
 * <p>Immutable, but the directory isn't.
 */
final class Row {
    /** The number of the active file: above that of each rolled one. */
    private static final long ACTIVE = Long.MAX_VALUE;

    private static final String LINES = "lines";
    private static final int MOST_LOOKS = 100;

    private final Path active;
    private final FileRow rolled;

    Row(Path active) {
        this.active = active;
        this.rolled = new FileRow(active);
    }

    /** Whether this row's files belong to an ordinary log, where each line is a record. */
    boolean isOfLines() {
        return String.valueOf(active.getFileName()).startsWith(LINES);
    }

    /** A file of the row's own, beside the records. */
    Path own(String purpose) {
        return directory().resolve("." + active.getFileName() + "." + purpose);
    }

    Path directory() {
        Path parent = active.toAbsolutePath().getParent();
        return parent == null ? active : parent;
    }

    /** The files in their order. None is missing, even if the active one is rolled meanwhile. */
    List<Entry> entries() throws IOException {
        for (int look = 0; ; look++) {
            Entry before = FileRow.entry(active, ACTIVE);
            List<Entry> found = rolled.entries();
            Entry after = FileRow.entry(active, ACTIVE);
            if (isSame(before, after) || look == MOST_LOOKS) {
                if (after != null) {
                    found.add(after);
                }
                return found;
            }
        }
    }

    /** Whether a file has the name with which it was found: only the active one can be renamed. */
    boolean stands(Entry entry) throws IOException {
        return entry.number() != ACTIVE || isSame(entry, FileRow.entry(active, ACTIVE));
    }

    private static boolean isSame(@Nullable Entry one, @Nullable Entry other) {
        return one == null ? other == null : other != null && one.key() == other.key();
    }
}
