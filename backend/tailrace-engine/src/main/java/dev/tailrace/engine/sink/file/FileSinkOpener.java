package dev.tailrace.engine.sink.file;

import dev.tailrace.bytes.CrashPoint;
import dev.tailrace.bytes.FileRow;
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
import dev.tailrace.engine.sink.rolling.FileNamePattern;
import dev.tailrace.engine.sink.rolling.PeriodClock;
import dev.tailrace.engine.sink.rolling.Periods;
import dev.tailrace.engine.sink.rolling.RollingPolicyCodec;
import dev.tailrace.finding.Finding;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
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

/**
 * Opens the files of a log: resumes former drainers' leftovers, decides whether the file can be continued, and makes the sink. A file
 * either has a configured name, which it loses when it is rolled, or from the start the dated name that it keeps. Holds no reference to
 * opened files.
 */
public final class FileSinkOpener {
    private final RollingPolicyCodec text;
    private final boolean cleanHistory;
    private final @Nullable FileNamePattern pattern;
    private final @Nullable Periods periods;
    private final Archiver archiver;
    private final LongSupplier epochNanos;
    private final Consumer<Finding> findings;

    /** When and for what a file is opened. */
    public enum Occasion {
        /** This process begins, and no other one logs to the file. */
        START,
        /** As {@link #START}; and a file that isn't rolled is emptied. */
        EMPTYING_START,
        /** Another process logs to the file, or did; or this one goes on. */
        TAKEOVER,
        /** The file is one of the many of a keyed log, which come and go: nothing is made or searched for that none of them can need. */
        KEYED,
        /** As {@link #KEYED}; and it is known that no rolled file beside it waits for the archiver, which saves the search. */
        KEYED_WITH_NOTHING_LEFT;

        boolean isStart() {
            return this == START || this == EMPTYING_START;
        }
    }

    /**
     * The files that another drainer left beside a log.
     *
     * @param notes about rolled files, oldest first
     * @param trash files that were to be deleted
     */
    private record Left(List<RolledName.Stamps> notes, List<Path> trash) {
        static final Left NOTHING = new Left(List.of(), List.of());

        boolean isNothing() {
            return notes.isEmpty() && trash.isEmpty();
        }

        static Left beside(Path active) throws IOException {
            Path directory = active.getParent();
            if (directory == null) {
                return NOTHING;
            }
            List<RolledName.Stamps> notes = new ArrayList<>();
            List<Path> trash = new ArrayList<>();
            try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory, ".*")) {
                for (Path entry : entries) {
                    RolledName.Stamps stamps = RolledName.read(active, entry);
                    // Any other file of such a name would hold up later files; a pipe would for ever.
                    if (stamps != null && Files.isRegularFile(entry, LinkOption.NOFOLLOW_LINKS)) {
                        notes.add(stamps);
                    } else if (Shelf.isTrash(entry)) {
                        trash.add(entry);
                    }
                }
            }
            notes.sort(Comparator.comparingLong(RolledName.Stamps::stampMillis));
            return new Left(notes, trash);
        }
    }

    /** @param cleanHistory whether what is too old is deleted when a file is opened */
    public FileSinkOpener(
            RollingPolicyCodec text,
            boolean cleanHistory,
            Archiver archiver,
            LongSupplier epochNanos,
            Consumer<Finding> findings) {
        this.text = text;
        this.cleanHistory = cleanHistory;
        this.pattern = text.pattern();
        this.periods = pattern != null && !(text.rolling() instanceof Rolling.FixedWindow) ? pattern.periods() : null;
        this.archiver = archiver;
        this.epochNanos = epochNanos;
        this.findings = findings;
    }

    /** Opens a file as it is: without a search beside it, and without rolling. */
    public static Sink alone(Path file, LongSupplier epochNanos, Consumer<Finding> findings)
            throws IOException, SinkUnavailableException {
        refuseWhatIsNoFile(file);
        return new FileSink(
                new ActiveName.Given(file, ""),
                ActiveFile.open(file),
                new RollTrigger(new PeriodClock(null, RollingOptions.NONE, true, 0), Long.MAX_VALUE, epochNanos),
                null,
                epochNanos,
                findings);
    }

    /** Opens the file of a log. */
    public Sink open(Occasion occasion) throws IOException, SinkUnavailableException {
        Path file = text.file();
        return file == null ? openDated(occasion) : openGiven(file, occasion);
    }

    private Sink openGiven(Path file, Occasion occasion) throws IOException, SinkUnavailableException {
        refuseWhatIsNoFile(file);
        long now = epochNanos.getAsLong();
        FileMover.makeDirectory(file);
        Left left = occasion == Occasion.KEYED_WITH_NOTHING_LEFT ? Left.NOTHING : Left.beside(file);
        // Even without rolling: for what another rolling left.
        Archive archive = pattern == null && left.isNothing() ? null : archive(occasion);
        ActiveFile active = null;
        try {
            if (archive != null) {
                archive.active(file);
                resume(left, file, archive);
            }
            long begun = begun(file, now, occasion);
            active = ActiveFile.open(file, opener());
            if (pattern == null && occasion == Occasion.EMPTYING_START) {
                active.empty();
            }
            return sink(new ActiveName.Given(file, text.origin()), active, begun, archive, now, occasion);
        } catch (IOException | RuntimeException e) {
            release(active, archive);
            throw e;
        }
    }

    /** Opens files, and links each, where the log has links, before a line is appended. */
    private ActiveFile.Opener opener() {
        String links = text.options().links();
        return links == null ? ActiveFile::append : file -> linked(file, Path.of(links));
    }

    private FileChannel linked(Path file, Path links) throws IOException {
        FileChannel channel = ActiveFile.append(file);
        CrashPoint.reach("links: file opened");
        try {
            new FileRow(links).link(file);
        } catch (IOException e) {
            // The log matters more than what reads the links.
            findings.accept(FileFindings.notLinked(file, links, e));
        }
        CrashPoint.reach("links: file linked");
        return channel;
    }

    /** After a failure: a log that can't be opened is tried again and again. */
    private static void release(@Nullable ActiveFile active, @Nullable Archive archive) throws IOException {
        if (archive != null) {
            archive.retire();
        }
        if (active != null) {
            active.close();
        }
    }

    /** Whether, by the schedule, the file's lines belong to the present span. */
    private boolean isLeftAtStart(Occasion occasion) {
        RollingOptions.Schedule schedule = text.options().schedule();
        return schedule != null && occasion.isStart() && !schedule.evaluateAtStart();
    }

    /** The beginning of the lines in a file, for the schedule. */
    private long begun(Path file, long now, Occasion occasion) throws IOException {
        long begun = TimeUnit.NANOSECONDS.toMillis(now);
        boolean hasLines = !isLeftAtStart(occasion) && Files.exists(file) && Files.size(file) > 0;
        return hasLines ? Math.min(begun, Files.getLastModifiedTime(file).toMillis()) : begun;
    }

    private void resume(Left left, Path file, Archive archive) throws IOException {
        archive.resume(left.notes(), note -> pattern != null && RolledName.isOf(text.origin(), file, note), file);
        left.trash().forEach(archive::resumeTrash);
    }

    private Sink openDated(Occasion occasion) throws IOException, SinkUnavailableException {
        FileNamePattern named = Objects.requireNonNull(pattern);
        long now = epochNanos.getAsLong();
        long start = Objects.requireNonNull(periods).start(TimeUnit.NANOSECONDS.toMillis(now));
        List<ArchiveScan.Found> found = ArchiveScan.all(named);
        int first = firstIndex();
        ActiveName.Dated name = new ActiveName.Dated(named, start, startIndex(found, named, start, first), first);
        refuseWhatIsNoFile(name.path());
        long begun = text.options().schedule() == null ? start : begun(name.path(), now, occasion);
        ActiveFile active = ActiveFile.open(name.path(), opener());
        Archive archive = null;
        try {
            archive = archive(occasion);
            archive.active(name.path());
            for (RolledFile each : uncompressedBefore(found, named, name)) {
                archive.resume(each);
            }
            return sink(name, active, begun, archive, now, occasion);
        } catch (IOException | RuntimeException e) {
            release(active, archive);
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

    private FileSink sink(
            ActiveName name,
            ActiveFile active,
            long begunMillis,
            @Nullable Archive archive,
            long now,
            Occasion occasion) {
        if (archive != null) {
            archiver.add(archive);
        }
        PeriodClock clock = new PeriodClock(periods, text.options(), text.file() != null, begunMillis);
        RollTrigger trigger = new RollTrigger(clock, maxBytes(), epochNanos);
        FileSink sink = new FileSink(name, active, trigger, archive, epochNanos, findings);
        if (trigger.isDue(now, 0)) {
            sink.roll(now);
        }
        long size = text.options().startSize();
        if (size >= 0 && occasion.isStart() && active.length() >= Math.max(1, size)) {
            sink.attempt(trigger.atStart(now));
        }
        return sink;
    }

    /** The first index of a period's files. */
    private int firstIndex() {
        return text.rolling() instanceof Rolling.Numbered numbered ? numbered.minIndex() : 0;
    }

    private long maxBytes() {
        Rolling rolling = text.rolling();
        return rolling != null && rolling.maxFileSize() > 0 ? rolling.maxFileSize() : Long.MAX_VALUE;
    }

    /** An archive that the archiver doesn't know yet. */
    private Archive archive(Occasion occasion) {
        FileNamePattern named = pattern;
        Path file = text.file();
        if (named == null) {
            return Archive.ofUnrolled(archiver, findings);
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
                .deleting(text.options().removals());
        if (occasion == Occasion.KEYED || occasion == Occasion.KEYED_WITH_NOTHING_LEFT) {
            archive.withoutSweep();
        }
        if (cleanHistory && pruning != null) {
            archive.pruneSoon();
        }
        return archive;
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

    /** The index of the period's newest file, which is continued unless it was compressed already. */
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
