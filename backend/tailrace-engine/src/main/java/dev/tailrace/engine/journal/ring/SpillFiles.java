package dev.tailrace.engine.journal.ring;

import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The names of the files beside a log that a ring's oldest frames are moved to. Position {@code p} of the ring is in file {@code p /}
 * {@link #SIZE} at {@code p %} {@link #SIZE}, so that each file can be removed once all its frames have reached the log; a frame may begin
 * in one file and end in the next. Immutable.
 */
public final class SpillFiles {
    private static final int SHIFT = 22;
    /** Bytes of the ring in one file, a power of two: disk space is freed in this unit. */
    public static final int SIZE = 1 << SHIFT;

    /**
     * Disk space that is left to the log: lines in a spill file free it only once they are in the log, which needs as much room before.
     */
    private static final long RESERVE = 4L * SIZE;
    /** The part of a small file system that is left to the log. */
    private static final int PART = 8;

    /** Up to this number, files are removed by name; to remove more, the folder is listed, which can hold any number of rolled files. */
    private static final int FEW = 64;

    private static final Path SHARED_MEMORY = Path.of("/dev/shm");
    private static final String LANES = "tailrace-";
    private static final String LOCK_SUFFIX = "tailrace-lock";
    private static final String SUFFIX = ".tailrace-spill";

    private final Path folder;
    /** {@code .NAME.OWNER-LANE-GENERATION.} */
    private final String prefix;

    private SpillFiles(Path folder, String prefix) {
        this.folder = folder;
        this.prefix = prefix;
    }

    public static SpillFiles of(Path lockFile, Path ringFile) {
        String ring = String.valueOf(ringFile.getFileName());
        String name =
                ring.endsWith(RingName.SUFFIX) ? ring.substring(0, ring.length() - RingName.SUFFIX.length()) : ring;
        return new SpillFiles(folderOf(lockFile), beginning(lockFile) + name + ".");
    }

    /** All spill files of a log whose rings aren't in the lane directory any more. */
    public static List<Path> withoutRing(Path lockFile, Path directory) throws IOException {
        String beginning = beginning(lockFile);
        List<Path> found = new ArrayList<>();
        for (Path file : list(folderOf(lockFile), beginning)) {
            // A log with a longer name may have spill files here, too; this log's names have one dot behind the log's
            // name.
            String rest = String.valueOf(file.getFileName()).substring(beginning.length());
            String numbered = rest.substring(0, rest.length() - SUFFIX.length());
            int dot = numbered.indexOf('.');
            if (dot > 0
                    && isNumber(numbered.substring(dot + 1))
                    && !Files.exists(
                            directory.resolve(numbered.substring(0, dot) + RingName.SUFFIX), LinkOption.NOFOLLOW_LINKS)
                    // A program that knows the format removes the spill file before the ring.
                    && Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
                found.add(file);
            }
        }
        return found;
    }

    /** The number of the file that contains a position. */
    public static long numberOf(long position) {
        return position >>> SHIFT;
    }

    /** The end of the file that contains {@code position}: the first position in the next file. */
    public static long endOf(long position) {
        return (position & -SIZE) + SIZE;
    }

    /** The offset of a position in its file. */
    public static int offsetOf(long position) {
        return (int) (position & (SIZE - 1));
    }

    /**
     * Whether the file system would still have room for the log when so many bytes were moved here; true where it doesn't show its room.
     * Costs a system call.
     */
    public boolean leavesRoom(long bytes) {
        Path parent = folder.getParent();
        if (parent != null
                && parent.equals(SHARED_MEMORY)
                && parent.relativize(folder).toString().startsWith(LANES)) {
            return false; // the log's own directory can't be written, and this is memory
        }
        try {
            File disk = folder.toFile();
            long all = disk.getTotalSpace();
            return all == 0 || disk.getUsableSpace() >= bytes + Math.min(RESERVE, all / PART);
        } catch (UnsupportedOperationException | SecurityException e) {
            return true;
        }
    }

    public Path file(long number) {
        return folder.resolve(prefix + number + SUFFIX);
    }

    /** The existing files, in no order. */
    public List<Path> present() throws IOException {
        List<Path> found = new ArrayList<>();
        for (Path file : list(folder, prefix)) {
            String name = String.valueOf(file.getFileName());
            if (isNumber(name.substring(prefix.length(), name.length() - SUFFIX.length()))) {
                found.add(file);
            }
        }
        return found;
    }

    /** Removes all existing files. {@code tail}: no frame behind it was ever moved. */
    public void delete(long tail) throws IOException {
        long last = numberOf(tail);
        if (last < FEW) {
            for (long number = 0; number <= last; number++) {
                Files.deleteIfExists(file(number));
            }
        } else {
            for (Path file : present()) {
                Files.deleteIfExists(file);
            }
        }
    }

    private static List<Path> list(Path folder, String beginning) throws IOException {
        List<Path> found = new ArrayList<>();
        // Not a glob: the log's name may contain any character.
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, file -> {
            String name = String.valueOf(file.getFileName());
            return name.length() > beginning.length() + SUFFIX.length()
                    && name.startsWith(beginning)
                    && name.endsWith(SUFFIX);
        })) {
            files.forEach(found::add);
        } catch (NoSuchFileException e) {
            // The folder was removed with all its files.
            return found;
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return found;
    }

    private static boolean isNumber(String text) {
        return !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    private static Path folderOf(Path lockFile) {
        Path folder = lockFile.toAbsolutePath().getParent();
        return folder == null ? lockFile.toAbsolutePath() : folder;
    }

    private static String beginning(Path lockFile) {
        String lock = String.valueOf(lockFile.getFileName());
        return lock.endsWith(LOCK_SUFFIX) ? lock.substring(0, lock.length() - LOCK_SUFFIX.length()) : lock + ".";
    }

    @Override
    public String toString() {
        return folder.resolve(prefix + "*" + SUFFIX).toString();
    }
}
