package dev.tailrace.journal;

import java.nio.file.Path;

/** The name of the file beside a log that a ring's oldest frames are moved to. */
final class SpillFile {
    private static final String LOCK_SUFFIX = "tailrace-lock";
    private static final String SUFFIX = ".tailrace-spill";

    private SpillFile() {}

    /** {@code .NAME.OWNER-LANE-GENERATION.tailrace-spill}. */
    static Path of(Path lockFile, Path ringFile) {
        String lock = String.valueOf(lockFile.getFileName());
        String ring = String.valueOf(ringFile.getFileName());
        String log = lock.endsWith(LOCK_SUFFIX) ? lock.substring(0, lock.length() - LOCK_SUFFIX.length()) : lock + ".";
        String name =
                ring.endsWith(RingName.SUFFIX) ? ring.substring(0, ring.length() - RingName.SUFFIX.length()) : ring;
        return lockFile.resolveSibling(log + name + SUFFIX);
    }
}
