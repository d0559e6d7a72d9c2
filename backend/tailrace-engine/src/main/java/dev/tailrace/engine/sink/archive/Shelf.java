package dev.tailrace.engine.sink.archive;

import dev.tailrace.engine.sink.Compression;
import dev.tailrace.engine.sink.FileIdentity;
import dev.tailrace.engine.sink.FileMover;
import dev.tailrace.engine.sink.lock.LockFileName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The rolled files of one log, as they are in its directories. The drainer adds files and shifts them; the archiver compresses them. Both
 * rename files only while they are synchronized on the {@linkplain #guard guard}, and do nothing slower there: a file to be deleted gets a
 * hidden name, and the archiver deletes it; no file that exists is opened there, because a FIFO may have taken its place. So the drainer
 * never waits for a compression, and each line is always in a visible file. All methods but the counts are for the thread that is
 * synchronized on the guard.
 *
 * <p>The shelves of logs whose rolled files have the same names have one guard, and follow each other's files when these are renamed.
 */
public final class Shelf {
    private static final String TRASH = ".tailrace-trash";
    private static final AtomicLong TRASHED = new AtomicLong();

    private final Compression compression;
    private final Consumer<String> did;
    private final List<Shelf> together;
    private final List<RolledFile> waiting = new ArrayList<>();
    private final List<Path> trash = new ArrayList<>();
    private volatile int backlog;
    private volatile @Nullable RolledFile oldest;
    private volatile boolean hasTrash;

    /** The shelf of a log whose rolled files have names of their own. */
    Shelf(Compression compression, Consumer<String> did) {
        this(compression, did, new CopyOnWriteArrayList<>());
    }

    /**
     * @param compression of archived files
     * @param did called for each step that a crash could follow
     * @param together the shelves of other logs whose rolled files have the same names; this one joins them
     */
    Shelf(Compression compression, Consumer<String> did, List<Shelf> together) {
        this.compression = compression;
        this.did = did;
        this.together = together;
        together.add(this);
    }

    /** The object to synchronize on. */
    Object guard() {
        return together;
    }

    /** The shelves of logs whose rolled files have the same names, this one included. */
    List<Shelf> together() {
        return together;
    }

    /** Whether a file still has this name. A rename that is under way is waited for: its end says so. For the archiver. */
    boolean isAt(RolledFile file, Path path) {
        synchronized (guard()) {
            return path.equals(file.path());
        }
    }

    /** Whether another log writes to the file of this name, for which it has a lock file beside it: such a file is never renamed. */
    boolean isActive(Path plain) {
        return LockFileName.hasLock(plain);
    }

    public static boolean isTrash(Path file) {
        String name = String.valueOf(file.getFileName());
        return name.startsWith(".") && name.endsWith(TRASH);
    }

    /** Whether there is a file of this name, compressed or not. */
    boolean has(Path plain) {
        return !forms(plain).isEmpty();
    }

    private Map<Compression, Path> forms(Path plain) {
        Map<Compression, Path> forms = new LinkedHashMap<>();
        for (Compression each : EnumSet.of(Compression.NONE, compression)) {
            Path path = suffixed(plain, each);
            if (Files.exists(path)) {
                forms.put(each, path);
            }
        }
        return forms;
    }

    static Path suffixed(Path plain, Compression compression) {
        return plain.resolveSibling(plain.getFileName() + compression.suffix());
    }

    /** Renames the file of this name, compressed or not. */
    void move(Path plain, Path to) throws IOException {
        for (Map.Entry<Compression, Path> form : forms(plain).entrySet()) {
            Path next = suffixed(to, form.getKey());
            try {
                FileMover.move(form.getValue(), next);
            } catch (NoSuchFileException e) {
                continue; // deleted from outside
            }
            for (Shelf each : together) {
                for (RolledFile file : each.waiting) {
                    if (file.path().equals(form.getValue())) {
                        file.movedTo(next);
                    }
                }
            }
            did.accept("roll: window shifted by one");
        }
    }

    /** Removes the file of this name, compressed or not. */
    void discard(Path plain) throws IOException {
        for (Path path : forms(plain).values()) {
            for (Shelf each : together) {
                for (RolledFile file : List.copyOf(each.waiting)) {
                    if (file.path().equals(path)) {
                        each.discard(file);
                    }
                }
            }
            remove(path);
            did.accept("roll: oldest file discarded");
        }
    }

    private void discard(RolledFile file) throws IOException {
        file.beGone();
        end(file);
        count();
        Path note = file.note();
        if (!file.isWorking() && note != null) { // else the archiver does, with what it has begun
            Files.deleteIfExists(file.temporary());
            Files.deleteIfExists(note);
        }
    }

    /** Removes a file: it is hidden now and deleted soon. */
    void remove(Path path) throws IOException {
        hide(path);
    }

    /**
     * Removes a file that was examined before, without the lock; not if another file has its name by now.
     *
     * @param identity of {@link FileIdentity}; 0: not known
     */
    void remove(Path path, long identity) throws IOException {
        if (identity != 0 && FileIdentity.of(path) != identity) {
            return;
        }
        Path hidden = hide(path);
        if (hidden != null && identity != 0 && FileIdentity.of(hidden) != identity) {
            // Another log's drainer was faster.
            trash.remove(hidden);
            FileMover.move(hidden, path);
        }
    }

    /** Hides a file under a name that doesn't contain its own, which may have the longest possible length. */
    private @Nullable Path hide(Path path) throws IOException {
        Path hidden = path.resolveSibling(
                "." + Long.toHexString(System.nanoTime()) + "-" + TRASHED.incrementAndGet() + TRASH);
        try {
            Files.move(path, hidden, StandardCopyOption.ATOMIC_MOVE);
            addTrash(hidden);
            return hidden;
        } catch (NoSuchFileException e) {
            return null; // another process was faster
        }
    }

    void addTrash(Path hidden) {
        trash.add(hidden);
        hasTrash = true;
    }

    /** The hidden files, which the caller must delete now. */
    List<Path> takeTrash() {
        List<Path> taken = List.copyOf(trash);
        trash.clear();
        return taken;
    }

    /** Call when the files from {@link #takeTrash} are deleted. */
    void trashDeleted() {
        hasTrash = !trash.isEmpty();
    }

    void add(RolledFile file) {
        waiting.add(file);
        count();
    }

    /** Marks a file as completely written. */
    void ready(RolledFile file) {
        file.beReady();
        count();
    }

    /** The oldest file that can be archived. */
    @Nullable
    RolledFile next() {
        for (RolledFile file : waiting) {
            if (file.isReady()) {
                return file;
            }
        }
        return null;
    }

    /** Marks a file as archived; {@link #count} takes it off the backlog. */
    void end(RolledFile file) {
        waiting.remove(file);
    }

    /** Ends this log's part: its files are left to the process that opens the log next. Returns them. */
    List<RolledFile> clear() {
        List<RolledFile> left = List.copyOf(waiting);
        waiting.clear();
        together.remove(this);
        count();
        return left;
    }

    /** Counts the waiting files. */
    void count() {
        int ready = 0;
        for (RolledFile file : waiting) {
            ready += file.isReady() ? 1 : 0;
        }
        backlog = ready;
        oldest = next();
    }

    /** The names of the waiting files. */
    Set<Path> waiting() {
        Set<Path> paths = new HashSet<>();
        waiting.forEach(file -> paths.add(file.path()));
        return paths;
    }

    /** Whether a file waits to be copied: files that are rolled meanwhile have to wait behind it. */
    boolean hasElsewhere() {
        return waiting.stream().anyMatch(RolledFile::isElsewhere);
    }

    static void deleteNote(RolledFile file) throws IOException {
        Path note = file.note();
        if (note != null) {
            RolledNote.delete(note);
        }
    }

    /** The number of files that wait or are being worked on. For any thread. */
    int backlog() {
        return backlog;
    }

    /** The oldest file that can be archived, as of the last {@link #count}. For any thread. */
    @Nullable
    RolledFile oldest() {
        return oldest;
    }

    /** Whether all files are archived. For any thread. */
    boolean isFinished() {
        return backlog == 0 && !hasTrash;
    }
}
