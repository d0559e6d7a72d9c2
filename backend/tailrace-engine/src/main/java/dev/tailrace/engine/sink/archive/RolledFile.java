package dev.tailrace.engine.sink.archive;

import dev.tailrace.engine.sink.Compression;
import dev.tailrace.engine.sink.FileIdentity;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A rolled file under its visible name, until it is archived. Its name may change meanwhile, when the files of its window are shifted; its
 * {@link Shelf} guards such changes.
 */
public final class RolledFile {
    private final long stampMillis;
    private final long periodMillis;
    private final Compression wanted;
    private final @Nullable ArchiveNames places;
    private final boolean elsewhere;
    /** The final name without the compression's suffix; null: the present name decides. */
    private final @Nullable Path base;

    private final @Nullable Path note;
    private final String firstName;
    private final Path temporary;
    private final long identity;

    private volatile Path path;
    private boolean ready;
    private volatile boolean gone;
    private boolean working;
    private @Nullable Path placed;

    /**
     * A file that was renamed when it was rolled.
     *
     * @param stampMillis when it was rolled
     * @param periodMillis the beginning of its period; 0 when there are none
     * @param wanted how it shall be compressed
     * @param places the places of its rolling; null: it stays in this directory, under this name
     * @param elsewhere whether its place is in another directory, to which it can't be renamed
     * @param firstName its first name, without the compression's suffix
     * @param temporary the name of its compressed form until that is complete
     * @param identity see {@link FileIdentity}; 0: not known
     * @param note by which later processes find the file; null when no work is left
     */
    RolledFile(
            Path path,
            long stampMillis,
            long periodMillis,
            Compression wanted,
            @Nullable ArchiveNames places,
            boolean elsewhere,
            String firstName,
            Path temporary,
            long identity,
            @Nullable Path note) {
        this(path, stampMillis, periodMillis, wanted, places, elsewhere, null, firstName, temporary, identity, note);
    }

    private RolledFile(
            Path path,
            long stampMillis,
            long periodMillis,
            Compression wanted,
            @Nullable ArchiveNames places,
            boolean elsewhere,
            @Nullable Path base,
            String firstName,
            Path temporary,
            long identity,
            @Nullable Path note) {
        this.path = path;
        this.stampMillis = stampMillis;
        this.periodMillis = periodMillis;
        this.wanted = wanted;
        this.places = places;
        this.elsewhere = elsewhere;
        this.base = base;
        this.firstName = firstName;
        this.temporary = temporary;
        this.identity = identity;
        this.note = note;
    }

    /** A file that was written under the name {@code base}, and keeps this name except for the compression's suffix. */
    public static RolledFile inPlace(
            Path path, Path base, long stampMillis, long periodMillis, ArchiveNames places, long identity) {
        Compression wanted = places.pattern().compression();
        Path note = wanted == Compression.NONE ? null : RolledNote.beside(path);
        Path temporary = ArchiveTransaction.temporary(path);
        return new RolledFile(
                path, stampMillis, periodMillis, wanted, places, false, base, name(base), temporary, identity, note);
    }

    long stampMillis() {
        return stampMillis;
    }

    long periodMillis() {
        return periodMillis;
    }

    Compression wanted() {
        return wanted;
    }

    @Nullable
    ArchiveNames places() {
        return places;
    }

    boolean isElsewhere() {
        return elsewhere;
    }

    boolean isInPlace() {
        return base != null;
    }

    @Nullable
    Path note() {
        return note;
    }

    Path temporary() {
        return temporary;
    }

    /** See {@link FileIdentity}; 0: not known. */
    long identity() {
        return identity;
    }

    public Path path() {
        return path;
    }

    void movedTo(Path next) {
        path = next;
    }

    /** The final name, without the compression's suffix. */
    Path plain() {
        return base != null ? base : path.resolveSibling(name(path));
    }

    /** The last part of a path, without the compression's suffix. */
    static String name(Path path) {
        String name = String.valueOf(path.getFileName());
        return name.substring(0, name.length() - Compression.of(name).suffix().length());
    }

    /** The file's name inside a zip. */
    String entryName() {
        return places == null ? firstName : places.entryName(firstName, stampMillis);
    }

    /** Whether the drainer has finished writing the file. */
    boolean isReady() {
        return ready;
    }

    void beReady() {
        ready = true;
    }

    /** Whether the window has no more place for the file. */
    boolean isGone() {
        return gone;
    }

    void beGone() {
        gone = true;
    }

    /** Whether the archiver is working on the file. */
    boolean isWorking() {
        return working;
    }

    void beWorking(boolean now) {
        working = now;
    }

    /** The place of its complete compressed form, when only the file itself is left to be removed; null: there is none yet. */
    @Nullable
    Path placedAt() {
        return placed;
    }

    void bePlaced(Path place) {
        placed = place;
    }
}
