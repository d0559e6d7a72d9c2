package dev.tailrace.sink;

import dev.tailrace.config.Finding;
import dev.tailrace.config.Rolling;
import dev.tailrace.config.RollingOptions;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The steps to an open file sink: open the file, pick up what was left. Used once. */
final class FileSinkOpening {
    private final RollingText text;
    private final @Nullable FileNamePattern pattern;
    private final @Nullable Periods periods;
    private final Archiver archiver;
    private final LongSupplier epochNanos;
    private final Consumer<Finding> findings;
    private boolean starting;
    private boolean nothingLeft;

    FileSinkOpening(RollingText text, Archiver archiver, LongSupplier epochNanos, Consumer<Finding> findings) {
        this.text = text;
        this.pattern = text.pattern();
        this.periods = pattern != null && !(text.rolling() instanceof Rolling.FixedWindow) ? pattern.periods() : null;
        this.archiver = archiver;
        this.epochNanos = epochNanos;
        this.findings = findings;
    }

    /** A file as it is: nothing beside it is looked for, and it isn't rolled. */
    static Sink alone(Path file, LongSupplier epochNanos, Consumer<Finding> findings)
            throws IOException, SinkUnavailableException {
        refuseDirectory(file);
        return new FileSink(
                new ActiveName.Given(file, ""),
                ActiveFile.open(file),
                new PeriodClock(null, RollingOptions.NONE, true, 0),
                Long.MAX_VALUE,
                Compression.NONE,
                0,
                null,
                epochNanos,
                findings);
    }

    /** Saves the search for what was rolled and not put away. */
    FileSinkOpening nothingLeft() {
        nothingLeft = true;
        return this;
    }

    /**
     * Opens it.
     *
     * @param fresh whether this process begins, and nobody else logs to the file
     * @param empty whether a file that isn't rolled is emptied then
     */
    Sink open(boolean fresh, boolean empty, boolean cleanHistory) throws IOException, SinkUnavailableException {
        if (!text.streaming().isAvailable()) {
            // Another process can; this one would take its members for torn ones.
            throw new FileSystemException(
                    text.root(),
                    null,
                    "the log is written as " + text.streaming().suffix()
                            + ", for which this process needs the module tailrace-compress");
        }
        starting = fresh;
        Path file = text.file();
        return file != null ? openGiven(file, empty, cleanHistory) : openDated(cleanHistory);
    }

    private Sink openGiven(Path file, boolean empty, boolean cleanHistory)
            throws IOException, SinkUnavailableException {
        refuseDirectory(file);
        long now = epochNanos.getAsLong();
        long begun = TimeUnit.NANOSECONDS.toMillis(now);
        if (Files.exists(file) && Files.size(file) > 0) {
            begun = Math.min(begun, Files.getLastModifiedTime(file).toMillis());
        }
        boolean other = isWrittenOtherwise(file);
        long raw = other ? 0 : mended(file);
        ActiveFile active = ActiveFile.open(file);
        try {
            List<Finished> left = nothingLeft ? List.of() : rolledBefore(file);
            List<Finished> others =
                    left.stream().filter(each -> !hasPlace(each)).toList();
            FileNamePattern visible = visibleNames(file);
            ArchiveNames places = new ArchiveNames.Dated(visible);
            Archive archive = archive(cleanHistory);
            if (archive == null && !others.isEmpty()) {
                archive = new Archive(places, null, archiver, findings);
            }
            if (archive != null) {
                archive.active(file);
                archive.resume(dated(others, visible), places);
                archive.resume(left.stream().filter(this::hasPlace).toList());
            }
            if (pattern == null && empty) {
                active.empty();
            }
            FileSink sink = sink(new ActiveName.Given(file, text.origin()), active, begun, raw, archive, now);
            if (other || startsAnew(active)) {
                sink.rollAtStart(now);
            }
            return sink;
        } catch (IOException | RuntimeException e) {
            active.close();
            throw e;
        }
    }

    private Sink openDated(boolean cleanHistory) throws IOException, SinkUnavailableException {
        FileNamePattern named = Objects.requireNonNull(pattern);
        long now = epochNanos.getAsLong();
        long start = Objects.requireNonNull(periods).start(TimeUnit.NANOSECONDS.toMillis(now));
        List<ArchiveScan.Found> found = ArchiveScan.all(named);
        int first = firstIndex();
        ActiveName.Dated name = new ActiveName.Dated(named, start, startIndex(found, named, start, first), first);
        refuseDirectory(name.path());
        Path other = isWrittenOtherwise(name.path()) ? moveAside(name.path()) : null;
        long raw = mended(name.path());
        ActiveFile active = ActiveFile.open(name.path());
        try {
            Archive archive = Objects.requireNonNull(archive(cleanHistory));
            archive.active(name.path());
            archive.resume(uncompressedBefore(found, named, name));
            if (other != null) {
                archive.submit(new Finished(other, archive.stamp(now), start, name.index()));
            }
            FileSink sink = sink(name, active, start, raw, archive, now);
            if (startsAnew(active)) {
                sink.rollAtStart(now);
            }
            return sink;
        } catch (IOException | RuntimeException e) {
            active.close();
            throw e;
        }
    }

    private static void refuseDirectory(Path file) throws SinkUnavailableException {
        if (Files.isDirectory(file)) {
            throw new SinkUnavailableException(FileFindings.directory(file));
        }
    }

    /** Of an earlier configuration: compressed where it is to be plain, or the other way round. */
    private boolean isWrittenOtherwise(Path file) throws IOException {
        return pattern != null
                && Files.exists(file)
                && Files.size(file) > 0
                && MemberFile.format(file) != text.streaming();
    }

    /** The length of the lines in a file of members, whose end is whole afterwards. */
    private long mended(Path file) throws IOException {
        Compression streaming = text.streaming();
        if (streaming == Compression.NONE || !Files.isRegularFile(file)) {
            return 0;
        }
        long bytes = MemberFile.mend(file, streaming);
        if (bytes >= 0) {
            findings.accept(FileFindings.streamMended(file, bytes));
        }
        return MemberFile.content(file, streaming).rawLength();
    }

    /** A name that is the file's own for as long as it lasts gives way to one that nothing else has. */
    private static Path moveAside(Path file) throws IOException {
        int i = 1;
        Path aside;
        do {
            aside = file.resolveSibling(file.getFileName() + "." + i++);
        } while (Files.exists(aside));
        FileMover.move(file, aside);
        return aside;
    }

    private boolean startsAnew(ActiveFile active) {
        long size = text.options().startSize();
        return size >= 0 && starting && active.length() >= Math.max(1, size);
    }

    private FileSink sink(
            ActiveName name, ActiveFile active, long begunMillis, long raw, @Nullable Archive archive, long now) {
        if (archive != null) {
            archiver.add(archive);
        }
        PeriodClock clock = new PeriodClock(periods, text.options(), text.file() != null, begunMillis);
        FileSink sink =
                new FileSink(name, active, clock, maxBytes(), text.streaming(), raw, archive, epochNanos, findings);
        if (clock.over(now)) {
            sink.roll(now);
        }
        return sink;
    }

    /** Of the files of a period. */
    private int firstIndex() {
        return text.rolling() instanceof Rolling.Numbered numbered ? numbered.minIndex() : 0;
    }

    private long maxBytes() {
        long max = 0;
        if (text.rolling() instanceof Rolling.FixedWindow window) {
            max = window.maxFileSize();
        } else if (text.rolling() instanceof Rolling.TimeBased timeBased) {
            max = timeBased.maxFileSize();
        } else if (text.rolling() instanceof Rolling.Numbered numbered) {
            max = numbered.maxFileSize();
        }
        return max > 0 ? max : Long.MAX_VALUE;
    }

    /** Not yet known to the archiver; null without rolling. */
    private @Nullable Archive archive(boolean cleanHistory) {
        FileNamePattern named = pattern;
        if (named == null) {
            return null;
        }
        if (text.rolling() instanceof Rolling.FixedWindow window) {
            ArchiveNames names = new ArchiveNames.Window(named, window.minIndex(), window.maxIndex());
            return new Archive(names, null, archiver, findings);
        }
        ArchiveNames names = text.rolling() instanceof Rolling.Numbered numbered
                ? new NumberedNames(named, numbered.minIndex(), numbered.maxIndex(), numbered.newestHighest())
                : new ArchiveNames.Dated(named);
        Archive archive = new Archive(names, pruning(named), archiver, findings);
        if (cleanHistory) {
            archive.pruneSoon();
        }
        return archive;
    }

    /**
     * Whether there is a place for a file that may have been rolled by an earlier configuration: not if this one doesn't roll, or its
     * places are so few that it would delete the oldest files of the other.
     */
    private boolean hasPlace(Finished left) {
        return text.rolling() instanceof Rolling.TimeBased
                || (pattern != null
                        && RolledName.isOf(text.origin(), Objects.requireNonNull(text.file()), left.file()));
    }

    /** {@code app.log.2026-11-22.0}: where somebody who looks for lines sees them, and beside nobody's own files. */
    private static FileNamePattern visibleNames(Path file) {
        String name = String.valueOf(file.getFileName()).replace('%', '_').replace('\\', '_');
        Path folder = Objects.requireNonNull(file.toAbsolutePath().getParent());
        return FileNamePattern.parse(name + ".%d.%i").under(RollingText.slashed(folder));
    }

    /** By the day of its roll: a file of a window doesn't know its period. */
    private static List<Finished> dated(List<Finished> left, FileNamePattern names) {
        Periods days = Objects.requireNonNull(names.periods());
        return left.stream()
                .map(each ->
                        new Finished(each.file(), each.stampMillis(), days.start(each.stampMillis()), each.index()))
                .toList();
    }

    private @Nullable Pruning pruning(FileNamePattern named) {
        Periods own = named.periods(); // its own: it is used by the archiver's thread
        int history = 0;
        long cap = 0;
        if (text.rolling() instanceof Rolling.TimeBased by) {
            history = by.maxHistory();
            cap = by.totalSizeCap();
        } else if (text.rolling() instanceof Rolling.Numbered by) {
            history = by.maxHistory();
            cap = by.totalSizeCap();
        }
        return own != null && history > 0 ? new Pruning(named, own, history, cap) : null;
    }

    private static List<Finished> rolledBefore(Path active) throws IOException {
        List<Finished> left = new ArrayList<>();
        Path directory = active.getParent();
        if (directory != null) {
            try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
                for (Path entry : entries) {
                    Finished finished = RolledName.read(active, entry);
                    if (finished != null) {
                        left.add(finished);
                    }
                    PuttingAway.deleteOrphan(active, entry);
                }
            }
        }
        left.sort(Comparator.comparingLong(Finished::stampMillis));
        return left;
    }

    /** The newest file of the period goes on, unless it was compressed already. */
    private static int startIndex(List<ArchiveScan.Found> found, FileNamePattern own, long start, int first) {
        int index = first;
        for (ArchiveScan.Found file : found) {
            if (own.hasIndex() && file.periodMillis() == start) {
                index = Math.max(index, file.compressed() ? file.index() + 1 : file.index());
            }
        }
        return index;
    }

    private static List<Finished> uncompressedBefore(
            List<ArchiveScan.Found> found, FileNamePattern own, ActiveName.Dated active) throws IOException {
        List<Finished> left = new ArrayList<>();
        if (own.compression() == Compression.NONE) {
            return left;
        }
        found.sort(ArchiveScan.OLDEST_FIRST);
        for (ArchiveScan.Found file : found) {
            if (!file.compressed() && !file.path().equals(active.path())) {
                long stamp = Files.getLastModifiedTime(file.path()).toMillis();
                left.add(new Finished(file.path(), stamp, file.periodMillis(), Math.max(0, file.index())));
            }
        }
        return left;
    }
}
