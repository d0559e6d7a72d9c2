package dev.tailrace.ship;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * The target of a row, and whether it takes records, in a small file beside them: for tools, and for the processes that don't send.
 *
 * @param address without secrets
 * @param since the time of the first failure in a row, milliseconds since 1970; 0: the target takes records
 * @param problem the last failure in a few words, without secrets; empty: none
 */
record TargetState(String kind, String address, long since, String problem) {
    /** Not known: the words stand where a user fills in the real ones. */
    static final TargetState NONE = new TargetState("KIND", "ADDRESS", 0, "");

    private static final String MAGIC = "tailrace-target-1";
    private static final int LONGEST = 1 << 13;

    TargetState takes() {
        return new TargetState(kind, address, 0, "");
    }

    TargetState fails(String reason) {
        return new TargetState(kind, address, since == 0 ? System.currentTimeMillis() : since, reason);
    }

    /** The state in a file; {@link #NONE} when it has none. */
    static TargetState read(Path file) {
        try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            String[] lines = new String(in.readNBytes(LONGEST), StandardCharsets.UTF_8).split("\n", 6);
            if (lines.length == 6 && lines[0].equals(MAGIC)) {
                return new TargetState(lines[1], lines[2], Math.max(0, Long.parseLong(lines[3])), lines[4]);
            }
        } catch (IOException | NumberFormatException e) {
            // The state is of interest, not the reason.
        }
        return NONE;
    }

    /** Replaces the file, if there is room on the disk: sending does not depend on it. */
    void write(Path file) {
        String cause =
                problem.substring(0, Math.min(problem.length(), LONGEST / 8)).replace('\n', ' ');
        try {
            Path next = file.resolveSibling(file.getFileName() + ".new");
            Files.deleteIfExists(next);
            Files.writeString(
                    next,
                    String.join("\n", MAGIC, kind, address, String.valueOf(since), cause, ""),
                    StandardOpenOption.CREATE_NEW);
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            return;
        }
    }
}
