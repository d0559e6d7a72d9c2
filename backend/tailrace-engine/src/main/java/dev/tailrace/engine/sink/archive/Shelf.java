package dev.tailrace.engine.sink.archive;

import dev.tailrace.engine.sink.Compression;
import dev.tailrace.engine.sink.FileIdentity;
import dev.tailrace.engine.sink.FileMover;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The finished files of one log, as they are seen in its directories. The drainer puts files here and shifts those that are here; the
 * archiver compresses them. Both change names only while they are synchronized on this object, for some renames and never for anything
 * slower: a file that has to go gets a hidden name, and is deleted by the archiver. So the drainer never waits for a compression, and no
 * line is in no visible file. All methods but the counts are for the thread that is synchronized on it.
 */
public final class Shelf {
    private static final String TRASH = ".tailrace-trash";
    private static final AtomicLong TRASHED = new AtomicLong();

    private final Compression compression;
    private final Consumer<String> did;
    private final List<RolledFile> waiting = new ArrayList<>();
    private final List<Path> trash = new ArrayList<>();
    private volatile int backlog;
    private volatile boolean hasTrash;

    /**
     * @param compression of files that are as they shall stay
     * @param did called for each step that a crash could follow
     */
    Shelf(Compression compression, Consumer<String> did) {
        this.compression = compression;
        this.did = did;
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
        EnumSet<Compression> possible = EnumSet.of(Compression.NONE, compression);
        for (RolledFile file : waiting) {
            possible.add(Compression.of(String.valueOf(file.path().getFileName())));
        }
        Map<Compression, Path> forms = new LinkedHashMap<>();
        for (Compression each : possible) {
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

    /** Renames what has this name, compressed or not. */
    void move(Path plain, Path to) throws IOException {
        for (Map.Entry<Compression, Path> form : forms(plain).entrySet()) {
            Path next = suffixed(to, form.getKey());
            try {
                FileMover.move(form.getValue(), next);
            } catch (NoSuchFileException e) {
                continue; // deleted from outside
            }
            for (RolledFile file : waiting) {
                if (file.path().equals(form.getValue())) {
                    file.movedTo(next);
                }
            }
            did.accept("roll: window shifted by one");
        }
    }

    /** Takes away what has this name, compressed or not. */
    void discard(Path plain) throws IOException {
        for (Path path : forms(plain).values()) {
            for (RolledFile file : List.copyOf(waiting)) {
                if (file.path().equals(path)) {
                    file.beGone();
                    end(file);
                    count();
                    if (!file.isWorking()) {
                        deleteNote(file); // else the archiver does, with what it has begun
                    }
                }
            }
            remove(path);
            did.accept("roll: oldest file discarded");
        }
    }

    /** Takes a file away: out of sight now, and deleted soon. */
    void remove(Path path) throws IOException {
        hide(path);
    }

    /**
     * The same for a file that was looked at before, when nothing was held: not if another one has its name by now.
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

    /** A name without that of the file, which may be as long as names can be. */
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

    /** What is to be deleted now, by the caller. */
    List<Path> takeTrash() {
        List<Path> taken = List.copyOf(trash);
        trash.clear();
        return taken;
    }

    /** After {@link #takeTrash}, when it is deleted. */
    void trashDeleted() {
        hasTrash = !trash.isEmpty();
    }

    void add(RolledFile file) {
        waiting.add(file);
        count();
    }

    /** Nothing more is written to it. */
    void ready(RolledFile file) {
        file.beReady();
        count();
    }

    /** The oldest one that can be worked on. */
    @Nullable
    RolledFile next() {
        for (RolledFile file : waiting) {
            if (file.isReady()) {
                return file;
            }
        }
        return null;
    }

    /** It is as it shall stay; {@link #count} takes it off the backlog. */
    void end(RolledFile file) {
        waiting.remove(file);
    }

    /** Writes the notes that are missing, as after a full disk, as far as there is room. */
    void noteAll() {
        for (RolledFile file : waiting) {
            if (!file.isInPlace()) {
                note(file);
            }
        }
    }

    private static void note(RolledFile file) {
        try {
            RolledNote.require(file);
        } catch (IOException e) {
            // It stays as it is.
            return;
        }
    }

    void clear() {
        waiting.clear();
        count();
    }

    /** Counts those that wait. */
    void count() {
        int ready = 0;
        for (RolledFile file : waiting) {
            ready += file.isReady() ? 1 : 0;
        }
        backlog = ready;
    }

    /** The names of those that wait. */
    Set<Path> waiting() {
        Set<Path> paths = new HashSet<>();
        waiting.forEach(file -> paths.add(file.path()));
        return paths;
    }

    /** Whether one waits to be copied: what is rolled meanwhile has to wait behind it. */
    boolean hasElsewhere() {
        return waiting.stream().anyMatch(RolledFile::isElsewhere);
    }

    /** For reading, whatever it is called later; null when it is not there any more. */
    @Nullable
    FileChannel open(RolledFile file) throws IOException {
        if (file.isGone()) {
            return null;
        }
        try {
            return FileChannel.open(file.path(), StandardOpenOption.READ);
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    static void deleteNote(RolledFile file) throws IOException {
        Path note = file.note();
        if (note != null) {
            RolledNote.delete(note);
        }
    }

    /** Files that wait or are being worked on. For any thread. */
    int backlog() {
        return backlog;
    }

    /** Whether all files are as they shall stay. For any thread. */
    boolean isFinished() {
        return backlog == 0 && !hasTrash;
    }
}
