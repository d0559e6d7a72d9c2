package dev.tailrace.engine.sink.file;

import dev.tailrace.destination.Rolling;
import dev.tailrace.destination.RollingOptions;
import dev.tailrace.engine.sink.Compression;
import dev.tailrace.engine.sink.FileFindings;
import dev.tailrace.engine.sink.FileIdentity;
import dev.tailrace.engine.sink.FileMover;
import dev.tailrace.engine.sink.Sink;
import dev.tailrace.engine.sink.SinkUnavailableException;
import dev.tailrace.engine.sink.SpecialFile;
import dev.tailrace.engine.sink.archive.Archive;
import dev.tailrace.engine.sink.archive.ArchiveNames;
import dev.tailrace.engine.sink.archive.ArchiveScan;
import dev.tailrace.engine.sink.archive.Archiver;
import dev.tailrace.engine.sink.archive.NumberedNames;
import dev.tailrace.engine.sink.archive.Pruning;
import dev.tailrace.engine.sink.archive.RolledFile;
import dev.tailrace.engine.sink.archive.RolledName;
import dev.tailrace.engine.sink.archive.Shelf;
import dev.tailrace.engine.sink.member.MemberFile;
import dev.tailrace.engine.sink.rolling.FileNamePattern;
import dev.tailrace.engine.sink.rolling.PeriodClock;
import dev.tailrace.engine.sink.rolling.Periods;
import dev.tailrace.engine.sink.rolling.RollingText;
import dev.tailrace.finding.Finding;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
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
public final class FileSinkOpening {
    private final RollingText text;
    private final @Nullable FileNamePattern pattern;
    private final @Nullable Periods periods;
    private final Archiver archiver;
    private final LongSupplier epochNanos;
    private final Consumer<Finding> findings;
    private boolean starting;
    private boolean nothingLeft;
    /** Of the lines in a file that is written compressed. */
    private long raw;
    /** Of files that are opened often: what none of them can need is not made. */
    private boolean isOneOfMany;

    private @Nullable ArchiveNames visible;

    public FileSinkOpening(RollingText text, Archiver archiver, LongSupplier epochNanos, Consumer<Finding> findings) {
        this.text = text;
        this.pattern = text.pattern();
        this.periods = pattern != null && !(text.rolling() instanceof Rolling.FixedWindow) ? pattern.periods() : null;
        this.archiver = archiver;
        this.epochNanos = epochNanos;
        this.findings = findings;
    }

    /** A file as it is: nothing beside it is looked for, and it isn't rolled. */
    public static Sink alone(Path file, LongSupplier epochNanos, Consumer<Finding> findings)
            throws IOException, SinkUnavailableException {
        refuseWhatIsNoFile(file);
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
    public FileSinkOpening nothingLeft() {
        nothingLeft = true;
        return this;
    }

    /**
     * Opens it.
     *
     * @param fresh whether this process begins, and nobody else logs to the file
     * @param empty whether a file that isn't rolled is emptied then
     */
    public Sink open(boolean fresh, boolean empty, boolean cleanHistory) throws IOException, SinkUnavailableException {
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

    /** The same for one of the files that lines are sifted to. */
    public Sink openOneOfMany(boolean cleanHistory) throws IOException, SinkUnavailableException {
        isOneOfMany = true;
        return open(false, false, cleanHistory);
    }

    private Sink openGiven(Path file, boolean empty, boolean cleanHistory)
            throws IOException, SinkUnavailableException {
        refuseWhatIsNoFile(file);
        long now = epochNanos.getAsLong();
        long begun = TimeUnit.NANOSECONDS.toMillis(now);
        boolean emptied = pattern == null && empty;
        FileMover.makeDirectory(file);
        List<RolledName.Stamps> left = new ArrayList<>();
        List<Path> trash = new ArrayList<>();
        if (!nothingLeft) {
            leftBeside(file, left, trash);
        }
        Archive archive = null;
        if (pattern != null || !isOneOfMany || !left.isEmpty()) {
            archive = archive(cleanHistory);
            archive.active(file);
            resume(left, trash, file, archive);
        }
        if (Files.exists(file) && Files.size(file) > 0) {
            long modified = Math.min(begun, Files.getLastModifiedTime(file).toMillis());
            if (emptied
                    || archive == null
                    || (isOneOfMany && pattern == null)
                    || mayGoOn(file)
                    || !setAside(file, modified, now, archive)) {
                begun = isLeftAtStart() ? begun : modified;
            }
        }
        ActiveFile active = ActiveFile.open(file);
        try {
            if (emptied) {
                active.empty();
            }
            FileSink sink = sink(new ActiveName.Given(file, text.origin()), active, begun, archive, now);
            if (startsAnew(active)) {
                sink.rollAtStart(now);
            }
            return sink;
        } catch (IOException | RuntimeException e) {
            active.close();
            throw e;
        }
    }

    /** Whether a schedule takes what is in the file for lines of the present span. */
    private boolean isLeftAtStart() {
        RollingOptions.Schedule schedule = text.options().schedule();
        return schedule != null && starting && !schedule.evaluateAtStart();
    }

    /** When the lines in a file were begun, as far as a schedule goes. */
    private long begun(Path file, long now) throws IOException {
        long begun = TimeUnit.NANOSECONDS.toMillis(now);
        boolean counts = !isLeftAtStart() && Files.exists(file) && Files.size(file) > 0;
        return counts ? Math.min(begun, Files.getLastModifiedTime(file).toMillis()) : begun;
    }

    /** Finishes a file that must not be gone on with, behind those that were left; false when it can't be. */
    private boolean setAside(Path file, long begun, long now, Archive archive) {
        long stamp = archive.stamp(now);
        long period = new PeriodClock(periods, text.options(), true, begun).startMillis();
        try {
            Path note = RolledName.of(file, stamp, period, text.origin());
            archive.submit(archive.roll(file, MemberFile.format(file), note, stamp, period));
        } catch (IOException e) {
            findings.accept(FileFindings.rollFailed(file, e));
            return false;
        }
        raw = 0;
        return true;
    }

    private void resume(List<RolledName.Stamps> left, List<Path> trash, Path file, Archive archive) throws IOException {
        archive.resume(left, note -> pattern != null && RolledName.isOf(text.origin(), file, note), file);
        trash.forEach(archive::resumeTrash);
    }

    private Sink openDated(boolean cleanHistory) throws IOException, SinkUnavailableException {
        FileNamePattern named = Objects.requireNonNull(pattern);
        long now = epochNanos.getAsLong();
        long start = Objects.requireNonNull(periods).start(TimeUnit.NANOSECONDS.toMillis(now));
        List<ArchiveScan.Found> found = ArchiveScan.all(named);
        int first = firstIndex();
        ActiveName.Dated name = new ActiveName.Dated(named, start, startIndex(found, named, start, first), first);
        refuseWhatIsNoFile(name.path());
        Path other = null;
        if (!mayGoOn(name.path())) {
            if (named.hasIndex() && named.compression() != Compression.NONE) {
                name = new ActiveName.Dated(named, start, name.index() + 1, first);
            } else {
                other = moveAside(name.path(), named);
            }
        }
        long begun = text.options().schedule() == null ? start : begun(name.path(), now);
        ActiveFile active = ActiveFile.open(name.path());
        try {
            Archive archive = archive(cleanHistory);
            archive.active(name.path());
            for (RolledFile each : uncompressedBefore(found, named, name)) {
                archive.resume(each);
            }
            if (other != null) {
                archive.submit(archive.rollInPlace(other, name.path(), archive.stamp(now), start));
            }
            FileSink sink = sink(name, active, begun, archive, now);
            if (startsAnew(active)) {
                sink.rollAtStart(now);
            }
            return sink;
        } catch (IOException | RuntimeException e) {
            active.close();
            throw e;
        }
    }

    private static void refuseWhatIsNoFile(Path file) throws IOException, SinkUnavailableException {
        if (Files.isDirectory(file)) {
            throw new SinkUnavailableException(FileFindings.directory(file));
        }
        if (SpecialFile.isSpecial(file)) {
            throw new SinkUnavailableException(FileFindings.special(file));
        }
    }

    /**
     * Whether lines of this rolling may follow what is in a file: not if it is compressed where it is to be plain, or the other way round,
     * nor behind something that is no member.
     */
    private boolean mayGoOn(Path file) throws IOException {
        if (!Files.exists(file) || Files.size(file) == 0) {
            return true;
        }
        Compression written = MemberFile.format(file);
        if (written != text.streaming() || written == Compression.NONE) {
            return written == text.streaming();
        }
        MemberFile.Content content = MemberFile.content(file, written);
        raw = content.rawLength();
        if (!content.isWhole()) {
            raw = 0;
            findings.accept(FileFindings.streamTorn(file));
        }
        return content.isWhole();
    }

    /** A name that is the file's own for as long as it lasts gives way to one that nothing else has; null: to its last one. */
    private static @Nullable Path moveAside(Path file, FileNamePattern named) throws IOException {
        Compression written = MemberFile.format(file);
        boolean stays = named.compression() == Compression.NONE || !written.isAvailable();
        Path aside = FileMover.free(file, stays ? written.suffix() : "");
        FileMover.move(file, aside);
        return stays ? null : aside;
    }

    private boolean startsAnew(ActiveFile active) {
        long size = text.options().startSize();
        long length = text.streaming() == Compression.NONE ? active.length() : raw;
        return size >= 0 && starting && length >= Math.max(1, size);
    }

    private FileSink sink(ActiveName name, ActiveFile active, long begunMillis, @Nullable Archive archive, long now) {
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

    /** Not yet known to the archiver. Also without rolling: for what another one left, and for what can't stay in the file. */
    private Archive archive(boolean cleanHistory) {
        FileNamePattern named = pattern;
        Path file = text.file();
        if (named == null) {
            // Hardly ever needed, and dates take their time to be loaded, which would prolong a takeover.
            return Archive.ofUnrolled(() -> visibleNames(Objects.requireNonNull(file)), archiver, findings);
        }
        ArchiveNames names;
        if (text.rolling() instanceof Rolling.FixedWindow window) {
            names = new ArchiveNames.Window(named, window.minIndex(), window.maxIndex());
        } else if (text.rolling() instanceof Rolling.Numbered numbered) {
            names = new NumberedNames(named, numbered.minIndex(), numbered.maxIndex(), numbered.newestHighest());
        } else {
            names = new ArchiveNames.Dated(named);
        }
        Path directory = file == null ? null : file.getParent();
        Pruning pruning = text.rolling() instanceof Rolling.FixedWindow ? null : pruning(named);
        Archive archive = Archive.of(names, directory, pruning, archiver, findings)
                .removing(text.options().removals());
        if (isOneOfMany) {
            archive.withoutSweep();
        }
        if (cleanHistory && pruning != null) {
            archive.pruneSoon();
        }
        return archive;
    }

    /** {@code app.log.2026-11-22.0}: beside the log, and no name that another file may have. */
    private ArchiveNames visibleNames(Path file) {
        ArchiveNames known = visible;
        if (known == null) {
            String name = String.valueOf(file.getFileName()).replace('%', '_').replace('\\', '_');
            Path folder = Objects.requireNonNull(file.toAbsolutePath().getParent());
            known = new ArchiveNames.Dated(
                    FileNamePattern.parse(name + ".%d.%i").under(RollingText.slashed(folder)));
            visible = known;
        }
        return known;
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
        return own != null && (history > 0 || cap > 0) ? new Pruning(named, own, history, cap) : null;
    }

    /** The notes about rolled files, oldest first, and what was to be deleted. */
    private static void leftBeside(Path active, List<RolledName.Stamps> left, List<Path> trash) throws IOException {
        Path directory = active.getParent();
        if (directory == null) {
            return;
        }
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory, ".*")) {
            for (Path entry : entries) {
                RolledName.Stamps stamps = RolledName.read(active, entry);
                // Anything else under such a name would hold up what is behind it; a pipe for ever.
                if (stamps != null && Files.isRegularFile(entry, LinkOption.NOFOLLOW_LINKS)) {
                    left.add(stamps);
                } else if (Shelf.isTrash(entry)) {
                    trash.add(entry);
                }
            }
        }
        left.sort(Comparator.comparingLong(RolledName.Stamps::stampMillis));
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

    private static List<RolledFile> uncompressedBefore(
            List<ArchiveScan.Found> found, FileNamePattern own, ActiveName.Dated active) throws IOException {
        List<RolledFile> left = new ArrayList<>();
        if (own.compression() == Compression.NONE) {
            return left;
        }
        ArchiveNames names = new ArchiveNames.Dated(own);
        found.sort(ArchiveScan.OLDEST_FIRST);
        for (ArchiveScan.Found file : found) {
            if (!file.compressed() && !file.path().equals(active.path())) {
                long stamp = Files.getLastModifiedTime(file.path()).toMillis();
                left.add(RolledFile.inPlace(
                        file.path(), file.path(), stamp, file.periodMillis(), names, FileIdentity.of(file.path())));
            }
        }
        return left;
    }
}
