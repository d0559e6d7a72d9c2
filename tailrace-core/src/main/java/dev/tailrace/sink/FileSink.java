package dev.tailrace.sink;

import dev.tailrace.bytes.CrashPoint;
import dev.tailrace.config.Finding;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A log file that is rolled by size, by period, by both or never. A roll is one rename; everything else that a finished file needs is
 * the archiver's work. Used by one thread.
 */
final class FileSink implements Sink {
    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final LongSupplier epochNanos;
    private final Consumer<Finding> findings;
    private final @Nullable Archive archive;
    private final PeriodClock period;
    private final long maxBytes;
    /** NONE: the file is written as it is. */
    private final Compression streaming;

    private ActiveName name;
    private final ActiveFile file;
    /** Renamed already, but no new file could be opened yet: still written to. */
    private @Nullable Finished aside;

    /** Of the lines in a file that is written compressed: its size is limited as if it weren't. */
    private long rawLength;

    private long nextLookNanos;
    private long rollAgainNanos = Long.MIN_VALUE;
    private boolean writeFails;
    private boolean rollFails;
    private boolean reopenFails;

    FileSink(
            ActiveName name,
            ActiveFile file,
            PeriodClock period,
            long maxBytes,
            Compression streaming,
            long rawLength,
            @Nullable Archive archive,
            LongSupplier epochNanos,
            Consumer<Finding> findings) {
        this.name = name;
        this.file = file;
        this.period = period;
        this.maxBytes = maxBytes;
        this.streaming = streaming;
        this.rawLength = rawLength;
        this.archive = archive;
        this.epochNanos = epochNanos;
        this.findings = findings;
        this.nextLookNanos = epochNanos.getAsLong() + LOOK_NANOS;
    }

    @Override
    public Fit fit(long now, long pendingBytes) {
        if (!period.over(now) && size() + pendingBytes < maxBytes) {
            return Fit.JOINS;
        }
        return mayRoll() ? Fit.ROLLS_FIRST : Fit.JOINS;
    }

    /** Of the file as if it weren't compressed. */
    private long size() {
        return streaming == Compression.NONE ? file.length() : rawLength;
    }

    @Override
    public @Nullable BatchCompressor compressor() {
        return streaming == Compression.NONE ? null : Members.compressor(streaming);
    }

    private boolean mayRoll() {
        if (archive == null || !rollFails) {
            return archive != null;
        }
        long now = epochNanos.getAsLong();
        // A clock that was set back doesn't prolong the wait.
        return now >= rollAgainNanos || rollAgainNanos - now > RETRY_NANOS;
    }

    @Override
    public void write(ByteBuffer lines) throws IOException {
        try {
            file.write(lines);
        } catch (IOException e) {
            if (!writeFails) {
                writeFails = true;
                findings.accept(FileFindings.writeFailed(file.path(), e));
            }
            throw e;
        }
        if (streaming != Compression.NONE && Members.begin(lines)) {
            rawLength += MemberDescriptor.rawLength(streaming, lines);
        }
        CrashPoint.reach("log: written");
        if (writeFails) {
            writeFails = false;
            findings.accept(FileFindings.writeRecovered(file.path()));
        }
    }

    /** Never fails: when rolling can't be done, logging goes on in the same file, with a finding, and it is tried again. */
    @Override
    public void roll(long now) {
        roll(now, period.over(now));
    }

    /** Ends a file of which nothing says that it must: one that was begun otherwise, or by an earlier run. */
    void rollAtStart(long now) {
        roll(now, false);
    }

    private void roll(long now, boolean newPeriod) {
        Archive keeper = archive;
        if (keeper == null || !mayRoll()) {
            return;
        }
        try {
            look();
            finish(keeper, now, newPeriod);
            rollFails = false;
        } catch (IOException e) {
            if (!rollFails) {
                findings.accept(FileFindings.rollFailed(name.path(), e));
            }
            rollFails = true;
            rollAgainNanos = epochNanos.getAsLong() + RETRY_NANOS;
        }
    }

    private void finish(Archive keeper, long now, boolean newPeriod) throws IOException {
        long start = newPeriod ? period.startAt(now) : period.startMillis();
        if (file.length() == 0 && aside == null) {
            if (newPeriod) {
                skipEmpty(name.next(start, true));
                keeper.active(name.path());
                period.beginAt(now);
            }
            return;
        }
        Finished finished = aside;
        if (finished == null) {
            finished = moveAside(keeper.stamp(now));
            aside = finished;
        }
        ActiveName next = name.next(start, newPeriod);
        file.switchTo(next.path());
        rawLength = 0;
        CrashPoint.reach("roll: new file opened");
        name = next;
        aside = null;
        keeper.active(next.path());
        if (newPeriod) {
            period.beginAt(now);
        }
        keeper.submit(finished);
    }

    private Finished moveAside(long stamp) throws IOException {
        Path target = name.aside(stamp, period.startMillis());
        if (!target.equals(name.path())) {
            CrashPoint.reach("roll: before the rename");
            Files.move(name.path(), target, StandardCopyOption.ATOMIC_MOVE);
            CrashPoint.reach("roll: renamed");
        }
        int index = name instanceof ActiveName.Dated dated ? dated.index() : -1;
        return new Finished(target, stamp, period.startMillis(), index);
    }

    /** An empty file isn't worth an archive; where names are dated, it makes way for the next period's. */
    private void skipEmpty(ActiveName next) throws IOException {
        Path old = name.path();
        if (!next.path().equals(old)) {
            file.switchTo(next.path());
            Files.deleteIfExists(old);
        }
        name = next;
    }

    @Override
    public void tick(long now) throws IOException {
        // Only by the clock: the lines of a process that died yesterday don't bring yesterday back.
        boolean setBack = name.mayGoBack() && period.isAhead(now);
        if (period.over(now) || setBack || aside != null) {
            roll(now, period.over(now) || setBack);
        }
        if (now >= nextLookNanos || nextLookNanos - now > LOOK_NANOS) {
            nextLookNanos = now + LOOK_NANOS;
            look();
        }
    }

    /** Finds out whether the path still leads to the open file, and opens the path anew if not. */
    @Override
    public void look() throws IOException {
        if (aside != null) {
            return; // renamed by ourselves
        }
        ActiveFile.Fate fate = file.look();
        if (fate == ActiveFile.Fate.SAME) {
            return;
        }
        if (!reopenFails) {
            findings.accept(FileFindings.changedOutside(file.path(), words(fate)));
        }
        if (fate != ActiveFile.Fate.TRUNCATED) {
            reopenFails = true;
            file.switchTo(file.path());
            reopenFails = false;
        }
        if (streaming != Compression.NONE) {
            rawLength = MemberFile.content(file.path(), streaming).rawLength();
        }
    }

    private static String words(ActiveFile.Fate fate) {
        return switch (fate) {
            case GONE -> "deleted or renamed";
            case REPLACED -> "replaced";
            case TRUNCATED -> "truncated";
            case SAME -> "left alone";
        };
    }

    @Override
    public void close() throws IOException {
        try {
            file.close();
        } finally {
            if (archive != null) {
                archive.retire();
            }
        }
    }

    @Override
    public boolean isFinished() {
        return aside == null && (archive == null || archive.backlog() == 0);
    }

    @Override
    public Path path() {
        return aside == null ? file.path() : aside.file();
    }

    @Override
    public long length() {
        return file.length();
    }

    @Override
    public long fileIdentity() {
        return file.identityHash();
    }

    @Override
    public String description() {
        return file.path().toString();
    }
}
