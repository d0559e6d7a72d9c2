package dev.tailrace.engine.sink.keyed;

import dev.tailrace.destination.DestinationConfig;
import dev.tailrace.engine.sink.DerivedName;
import dev.tailrace.engine.sink.FileIdentity;
import dev.tailrace.engine.sink.Sink;
import dev.tailrace.engine.sink.SinkUnavailableException;
import dev.tailrace.engine.sink.archive.Archiver;
import dev.tailrace.engine.sink.archive.RolledName;
import dev.tailrace.engine.sink.archive.Shelf;
import dev.tailrace.engine.sink.file.FileSinkOpener;
import dev.tailrace.engine.sink.file.FileSinkOpener.Occasion;
import dev.tailrace.engine.sink.lock.LockFileName;
import dev.tailrace.engine.sink.lock.LockView;
import dev.tailrace.engine.sink.rolling.FileNamePattern;
import dev.tailrace.engine.sink.rolling.RollingPolicyCodec;
import dev.tailrace.finding.Finding;
import dev.tailrace.finding.FindingCode;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The files of a keyed log, one for each value of the key: names and opens them. Whatever the values, a file's name never looks like one
 * that was rolled from another value's file, whose rolling would move or delete it.
 *
 * <p>Where many values have their files in one directory, listing it for each opened file would take longer than all other work. So the
 * directory is listed once for rolled files that wait for the archiver, and later ones are noted. For one term of one drainer, since no
 * other drainer rolls these files; used by one thread.
 */
final class KeyedFiles {
    private final RollingPolicyCodec text;
    private final Archiver archiver;
    private final LongSupplier epochNanos;
    private final Consumer<Finding> findings;
    private final boolean cleanHistory;

    /** The names of rolled files of any value, as they are and compressed; null when the file isn't rolled, or named by the pattern. */
    private final @Nullable Pattern plain;

    private final @Nullable Pattern compressed;
    private boolean changeReported;

    /** The common directory of all files; null: each value has its own directory, with few files. */
    private final @Nullable Path directory;

    /** The active files in the directory whose rolled files wait for the archiver; null: not listed yet. */
    private @Nullable Set<String> left;

    /** @param text with the word for the value in its names */
    KeyedFiles(
            RollingPolicyCodec text,
            Archiver archiver,
            LongSupplier epochNanos,
            Consumer<Finding> findings,
            boolean cleanHistory) {
        this.text = text;
        this.archiver = archiver;
        this.epochNanos = epochNanos;
        this.findings = findings;
        this.cleanHistory = cleanHistory;
        Path template = text.file();
        FileNamePattern pattern = template == null ? null : text.pattern();
        this.plain = pattern == null ? null : pattern.withAny(DestinationConfig.Keyed.KEY, false);
        this.compressed = pattern == null ? null : pattern.withAny(DestinationConfig.Keyed.KEY, true);
        Path parent = template == null ? null : template.getParent();
        this.directory = parent == null || parent.toString().contains(DestinationConfig.Keyed.KEY) ? null : parent;
    }

    /** The value's part of its file's name: the value, or the value with one more character, which is reported once. */
    String nameOf(String value) {
        String longer = value + "_";
        // Where every name looks like a rolled file's, changing the value doesn't help.
        if (!mayBeRolled(value) || mayBeRolled(longer)) {
            return value;
        }
        if (!changeReported) {
            changeReported = true;
            findings.accept(Finding.of(
                            FindingCode.SIFTED_VALUE_CHANGED,
                            "The file for the value \"" + value
                                    + "\" would have the name of one that was rolled from another value's file; its lines"
                                    + " go to the file for \"" + longer + "\". Said once.")
                    .about(text.description()));
        }
        return longer;
    }

    private boolean mayBeRolled(String value) {
        Path file = text.file();
        if (plain == null || compressed == null || file == null) {
            return false;
        }
        String name =
                file.toString().replace(DestinationConfig.Keyed.KEY, value).replace('\\', '/');
        return plain.matcher(name).matches() || compressed.matcher(name).matches();
    }

    /** The identity of the file of this name; 0: there is no file, or its path isn't known before it is opened. */
    long identity(String name) throws IOException {
        Path path = text.of(name).file();
        return path == null ? 0 : FileIdentity.of(path);
    }

    /**
     * Opens the file of this name.
     *
     * @throws FileSystemException when the file is another log, which a process drains now
     */
    Sink open(String name) throws IOException, SinkUnavailableException {
        RollingPolicyCodec own = text.of(name);
        Path path = own.file();
        requireOwn(own);
        Occasion occasion = path == null || isLeftBeside(path) ? Occasion.KEYED : Occasion.KEYED_WITH_NOTHING_LEFT;
        Sink sink = new FileSinkOpener(own, cleanHistory, archiver, epochNanos, findings).open(occasion);
        if (path != null && left != null) {
            // The archiver takes over the waiting files now.
            left.remove(DerivedName.of(path));
        }
        return sink;
    }

    /** Notes that the file of this name is closed although rolled files of it aren't archived yet. */
    void unfinished(String name) {
        Path path = text.of(name).file();
        if (path != null && left != null) {
            left.add(DerivedName.of(path));
        }
    }

    /** Makes sure that a file isn't another log, which another drainer writes and rolls. */
    private static void requireOwn(RollingPolicyCodec file) throws IOException {
        Path lock = LockFileName.of(file);
        if (Files.exists(lock) && LockView.first(lock) != LockView.Held.BY_NOBODY) {
            throw new FileSystemException(file.description(), null, "another appender or process logs to it");
        }
    }

    private boolean isLeftBeside(Path file) throws IOException {
        if (directory == null || !directory.equals(file.getParent())) {
            return true;
        }
        Set<String> known = left;
        if (known == null) {
            known = list(directory);
            left = known;
        }
        return known.contains(DerivedName.of(file));
    }

    private static Set<String> list(Path directory) throws IOException {
        Set<String> names = new HashSet<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory, ".*")) {
            for (Path entry : entries) {
                String active = RolledName.active(String.valueOf(entry.getFileName()));
                if (active != null) {
                    names.add(active);
                } else if (Shelf.isTrash(entry)) {
                    Files.deleteIfExists(entry);
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        } catch (NoSuchFileException e) {
            return names;
        }
        return names;
    }
}
