package dev.tailrace.sink;

import dev.tailrace.config.Finding;
import dev.tailrace.config.Rolling;
import dev.tailrace.config.Target;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The steps to an open file sink: understand the pattern, claim the name, open the file, pick up what was left. Used once. */
final class FileSinkOpening {
    private static final String NO_DATE = "it has no %" + "d with a date that changes";

    private final Target.File target;
    private final Archiver archiver;
    private final LongSupplier epochNanos;
    private final Consumer<Finding> findings;
    private @Nullable FileNamePattern pattern;
    private @Nullable Periods periods;

    FileSinkOpening(Target.File target, Archiver archiver, LongSupplier epochNanos, Consumer<Finding> findings) {
        this.target = target;
        this.archiver = archiver;
        this.epochNanos = epochNanos;
        this.findings = findings;
    }

    Sink open() throws SinkUnavailableException {
        readPattern();
        String given = target.file();
        FileNamePattern named = pattern;
        Rolling rolling = target.rolling();
        if (given != null) {
            return openGiven(Path.of(given).toAbsolutePath().normalize(), named == null ? null : rolling);
        }
        if (named == null || periods == null || rolling == null) {
            throw new SinkUnavailableException(FileFindings.patternUnusable(
                    rolling == null ? "" : rolling.fileNamePattern(),
                    "there is no file either",
                    "Nothing names a file."));
        }
        return openDated(named, periods, rolling);
    }

    private void readPattern() {
        Rolling rolling = target.rolling();
        if (rolling == null) {
            return;
        }
        String text = rolling.fileNamePattern();
        for (String unknown : List.of(".xz", ".zst")) {
            if (text.endsWith(unknown)) {
                findings.accept(FileFindings.unknownCompression(text, unknown));
                text = text.substring(0, text.length() - unknown.length()) + Compression.GZIP.suffix();
            }
        }
        try {
            FileNamePattern parsed = FileNamePattern.parse(text);
            if (rolling instanceof Rolling.TimeBased timeBased) {
                periods = parsed.periods();
                if (periods == null) {
                    throw new IllegalArgumentException(NO_DATE);
                }
                if (timeBased.maxFileSize() > 0 && !parsed.hasIndex()) {
                    findings.accept(FileFindings.patternUnusable(
                            text, "it has a size limit but no %i", "Rolling is by time only."));
                }
            } else if (!parsed.hasIndex()) {
                throw new IllegalArgumentException("it has no %i");
            }
            pattern = parsed;
        } catch (IllegalArgumentException e) {
            findings.accept(FileFindings.patternUnusable(
                    text, String.valueOf(e.getMessage()), "The file is written without rolling."));
        }
    }

    private Sink openGiven(Path file, @Nullable Rolling rolling) throws SinkUnavailableException {
        Path directory = makeDirectory(file);
        if (Files.isDirectory(file)) {
            throw new SinkUnavailableException(FileFindings.directory(file));
        }
        Claimed claimed = claim(directory, String.valueOf(file.getFileName()), file);
        Path own = file.resolveSibling(file.getFileName() + claimed.qualifier());
        FileNamePattern ownPattern = pattern == null ? null : pattern.qualified(claimed.qualifier());
        long now = epochNanos.getAsLong();
        long begun = TimeUnit.NANOSECONDS.toMillis(now);
        try {
            if (Files.exists(own) && Files.size(own) > 0) {
                begun = Math.min(begun, Files.getLastModifiedTime(own).toMillis());
            }
            Archive archive = ownPattern == null || rolling == null ? null : archive(ownPattern, rolling);
            if (archive != null) {
                archive.active(own);
                archive.resume(rolledBefore(own));
            }
            ActiveFile active = ActiveFile.open(own);
            if (!target.append() && archive == null) {
                active.empty();
            }
            return sink(new ActiveName.Given(own), active, begun, archive, claimed.claim(), now);
        } catch (IOException e) {
            throw failed(own, e, claimed.claim());
        }
    }

    private Sink openDated(FileNamePattern plain, Periods byDate, Rolling rolling) throws SinkUnavailableException {
        Path root = Path.of(plain.root()).toAbsolutePath().normalize();
        Path directory = makeDirectory(root.resolve(plain.identity().replace('%', '_')));
        Claimed claimed = claim(directory, plain.identity(), root.resolve(plain.identity()));
        FileNamePattern own = plain.qualified(claimed.qualifier());
        long now = epochNanos.getAsLong();
        long start = byDate.start(TimeUnit.NANOSECONDS.toMillis(now));
        try {
            List<ArchiveScan.Found> found = ArchiveScan.all(own);
            ActiveName.Dated name = new ActiveName.Dated(own, start, startIndex(found, own, start));
            if (Files.isDirectory(name.path())) {
                claimed.claim().release();
                throw new SinkUnavailableException(FileFindings.directory(name.path()));
            }
            Archive archive = archive(own, rolling);
            archive.active(name.path());
            archive.resume(uncompressedBefore(found, own, name));
            return sink(name, ActiveFile.open(name.path()), start, archive, claimed.claim(), now);
        } catch (IOException e) {
            throw failed(root, e, claimed.claim());
        }
    }

    private FileSink sink(
            ActiveName name,
            ActiveFile active,
            long begunMillis,
            @Nullable Archive archive,
            FileClaim claim,
            long now) {
        PeriodClock clock = new PeriodClock(archive == null ? null : periods, begunMillis);
        FileSink sink = new FileSink(
                name,
                active,
                clock,
                archive == null ? Long.MAX_VALUE : maxBytes(),
                archive,
                claim,
                epochNanos,
                findings);
        if (clock.over(now)) {
            sink.roll(now);
        }
        return sink;
    }

    private long maxBytes() {
        Rolling rolling = target.rolling();
        long max = 0;
        if (rolling instanceof Rolling.FixedWindow window) {
            max = window.maxFileSize();
        } else if (rolling instanceof Rolling.TimeBased timeBased && pattern != null && pattern.hasIndex()) {
            max = timeBased.maxFileSize();
        }
        return max > 0 ? max : Long.MAX_VALUE;
    }

    private Archive archive(FileNamePattern own, Rolling rolling) {
        if (rolling instanceof Rolling.FixedWindow window) {
            int max = Math.max(window.minIndex(), window.maxIndex());
            return archiver.archive(new ArchiveNames.Window(own, window.minIndex(), max), null, findings);
        }
        Rolling.TimeBased timeBased = (Rolling.TimeBased) rolling;
        Pruning pruning = pruning(timeBased, own);
        Archive archive = archiver.archive(new ArchiveNames.Dated(own), pruning, findings);
        if (timeBased.cleanHistoryOnStart()) {
            archive.pruneSoon();
        }
        return archive;
    }

    private @Nullable Pruning pruning(Rolling.TimeBased timeBased, FileNamePattern own) {
        Periods byDate = own.periods(); // its own: it is used by the archiver's thread
        if (timeBased.maxHistory() <= 0 || byDate == null) {
            if (timeBased.totalSizeCap() > 0) {
                findings.accept(FileFindings.sizeCapIgnored(timeBased.fileNamePattern()));
            }
            return null;
        }
        return new Pruning(own, byDate, timeBased.maxHistory(), timeBased.totalSizeCap());
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
    private static int startIndex(List<ArchiveScan.Found> found, FileNamePattern own, long start) {
        int index = 0;
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

    private record Claimed(FileClaim claim, String qualifier) {}

    private Claimed claim(Path directory, String name, Path shown) throws SinkUnavailableException {
        try {
            FileClaim first = FileClaim.attempt(directory, name);
            if (first.outcome() == FileClaim.Outcome.CLAIMED) {
                return new Claimed(first, "");
            }
            String host = HostName.get();
            for (int n = 1; ; n++) {
                String qualifier = "." + host + "-" + n;
                FileClaim claim = FileClaim.attempt(directory, name + qualifier);
                if (claim.outcome() == FileClaim.Outcome.CLAIMED) {
                    boolean here = first.outcome() == FileClaim.Outcome.TAKEN_HERE;
                    findings.accept(FileFindings.inUse(shown, shown.resolveSibling(name + qualifier), here));
                    return new Claimed(claim, qualifier);
                }
            }
        } catch (IOException e) {
            throw new SinkUnavailableException(FileFindings.directoryUnwritable(directory, e));
        }
    }

    private static Path makeDirectory(Path file) throws SinkUnavailableException {
        Path directory = file.getParent();
        if (directory == null) {
            throw new SinkUnavailableException(FileFindings.directory(file));
        }
        try {
            FileMover.makeDirectory(file);
            return directory;
        } catch (IOException e) {
            throw new SinkUnavailableException(FileFindings.directoryUnwritable(directory, e));
        }
    }

    private static SinkUnavailableException failed(Path file, IOException e, FileClaim claim) {
        SinkUnavailableException failure = new SinkUnavailableException(FileFindings.unwritable(file, e));
        try {
            claim.release();
        } catch (IOException closing) {
            failure.addSuppressed(closing);
        }
        return failure;
    }
}
