package dev.tailrace.guest.view;

import dev.tailrace.engine.drain.shared.SharedLog;
import dev.tailrace.engine.log.LogFile;
import dev.tailrace.engine.sink.Compression;
import dev.tailrace.engine.sink.FileIdentity;
import dev.tailrace.engine.sink.lock.LockRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The files of a log in the order in which they were written: those rolled from it, compressed or not, and the active one. */
public final class RolledFiles {
    private static final Pattern NUMBER = Pattern.compile("[0-9]+");

    /**
     * A file.
     *
     * @param modified when its last line was written, which stays the same when it is compressed or a window is shifted; nanoseconds since
     *     1970
     */
    public record Rolled(Path path, long identity, long size, long modified) {
        /** A file as it is now; null: there is none. */
        static @Nullable Rolled of(Path path) throws IOException {
            try {
                BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
                return new Rolled(
                        path,
                        FileIdentity.of(attributes.fileKey()),
                        attributes.size(),
                        attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS));
            } catch (NoSuchFileException e) {
                return null;
            }
        }

        boolean isCompressed() {
            return Compression.of(path.toString()) != Compression.NONE;
        }
    }

    private final LogFile file;
    private final @Nullable Path active;
    private final Comparator<Rolled> order;

    /** @param active null: the last of the files is */
    RolledFiles(LogFile file, String rolling, @Nullable Path active) {
        this.file = file;
        this.active = active;
        // Where indices shift, a higher index is older.
        boolean shifting = rolling.startsWith("kind=window") || rolling.contains(" newest=lowest");
        Comparator<Rolled> byName = Comparator.comparing(each -> sortable(each.path));
        this.order = Comparator.comparing((Rolled each) -> each.path.equals(active))
                .thenComparingLong(Rolled::modified)
                .thenComparing(shifting ? byName.reversed() : byName);
    }

    /** The files that were rolled from a log, the oldest first; empty where the log, or which file is active, is not known. */
    public static List<Rolled> of(Path lockFile) {
        try {
            LockRecord record = SharedLog.record(lockFile);
            LogFile file = record == null ? null : LogFile.ofRecord(lockFile, record.rolling());
            Path active = file == null ? null : file.active();
            return record == null || file == null || active == null
                    ? List.of()
                    : new RolledFiles(file, record.rolling(), active)
                            .all().stream()
                                    .filter(each -> !each.path.equals(active))
                                    .toList();
        } catch (IOException | IllegalArgumentException e) {
            return List.of();
        }
    }

    /** The active file; null: there is none. */
    @Nullable
    Rolled active() throws IOException {
        if (active != null) {
            return Rolled.of(active);
        }
        List<Rolled> all = all();
        return all.isEmpty() ? null : all.get(all.size() - 1);
    }

    /** All files but empty rolled ones, the oldest first; of a log with a file for each key only the active one. */
    List<Rolled> all() throws IOException {
        Set<Path> paths = paths();
        while (true) {
            List<Rolled> found = new ArrayList<>();
            Set<Long> identities = new HashSet<>();
            for (Path path : paths) {
                Rolled each = Rolled.of(path);
                // The active file may be listed twice, under its name and as the target of a link.
                if (each != null && (each.size > 0 || path.equals(active)) && identities.add(each.identity)) {
                    found.add(each);
                }
            }
            // A file that is renamed meanwhile can be missing under both names.
            Set<Path> after = paths();
            if (after.equals(paths)) {
                found.sort(order);
                return found;
            }
            paths = after;
        }
    }

    private Set<Path> paths() throws IOException {
        Set<Path> paths = new LinkedHashSet<>();
        if (active != null) {
            paths.add(active);
        }
        if (!file.isKeyed()) {
            paths.addAll(file.files());
            // A file that was just compressed is there twice.
            paths.removeIf(path -> isCompressed(path, paths));
        }
        return paths;
    }

    private static boolean isCompressed(Path path, Set<Path> paths) {
        String name = path.toString();
        String suffix = Compression.of(name).suffix();
        return !suffix.isEmpty() && paths.contains(Path.of(name.substring(0, name.length() - suffix.length())));
    }

    /** A name in which numbers compare by their value. */
    private static String sortable(Path path) {
        return NUMBER.matcher(String.valueOf(path.getFileName()))
                .replaceAll(number -> "0".repeat(Math.max(0, 20 - number.group().length())) + number.group());
    }
}
