package dev.tailrace.engine.sink.file;

import dev.tailrace.bytes.CrashPoint;
import dev.tailrace.engine.sink.FileFindings;
import dev.tailrace.engine.sink.FileMover;
import dev.tailrace.engine.sink.Sink;
import dev.tailrace.engine.sink.archive.Archive;
import dev.tailrace.engine.sink.archive.RolledFile;
import dev.tailrace.engine.sink.archive.RolledName;
import dev.tailrace.engine.sink.rolling.PeriodClock;
import dev.tailrace.finding.Finding;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A log file that is rolled by size, by period, by both or never. A roll is a rename, after the renames that free the name; all other work
 * on a rolled file is the archiver's. Used by one thread.
 */
public final class FileSink implements Sink {
    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final LongSupplier epochNanos;
    private final Consumer<Finding> findings;
    private final @Nullable Archive archive;
    private final PeriodClock period;
    private final long maxBytes;

    private ActiveName name;
    private final ActiveFile file;
    /** The renamed file, which is still written because no new file could be opened yet. */
    private @Nullable RolledFile aside;

    private long rolls;
    private long nextLookNanos;
    private long rollAgainNanos = Long.MIN_VALUE;
    private boolean writeFails;
    private boolean rollFails;
    private boolean reopenFails;

    public FileSink(
            ActiveName name,
            ActiveFile file,
            PeriodClock period,
            long maxBytes,
            @Nullable Archive archive,
            LongSupplier epochNanos,
            Consumer<Finding> findings) {
        this.name = name;
        this.file = file;
        this.period = period;
        this.maxBytes = maxBytes;
        this.archive = archive;
        this.epochNanos = epochNanos;
        this.findings = findings;
        this.nextLookNanos = epochNanos.getAsLong() + LOOK_NANOS;
    }

    @Override
    public Fit fit(long now, long pendingBytes) {
        if (!period.over(now) && file.length() + pendingBytes < maxBytes) {
            return Fit.JOINS;
        }
        return mayRoll() ? Fit.ROLLS_FIRST : Fit.JOINS;
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
        CrashPoint.reach("log: written");
        if (writeFails) {
            writeFails = false;
            findings.accept(FileFindings.writeRecovered(file.path()));
        }
    }

    /** Never fails: when the file can't be rolled, logging goes on in the same file with a finding, and the roll is tried again. */
    @Override
    public void roll(long now) {
        rollDated(now, period.over(now));
    }

    /** Rolls where the time of the roll dates the rolled file, or the next file if names are given from the start. */
    private void rollDated(long now, boolean newPeriod) {
        boolean another = newPeriod;
        if (period.isDatedByRoll()) {
            if (name instanceof ActiveName.Dated) {
                another |= period.startAt(now) != period.startMillis();
            } else if (aside == null) {
                period.dateBy(now);
            }
        }
        roll(now, another);
    }

    /** Rolls a file that an earlier run has begun, although neither size nor period requires it. */
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
                boolean same = name instanceof ActiveName.Dated dated && dated.periodMillis() == start;
                skipEmpty(same ? name : name.next(start, true));
                keeper.active(name.path());
                period.beginAt(now);
            }
            return;
        }
        ActiveName next = name.next(start, newPeriod);
        if (newPeriod && name instanceof ActiveName.Dated && next.path().equals(name.path())) {
            period.beginAt(now); // one name for two spans of a schedule, and no index: it is one file
            return;
        }
        RolledFile finished = aside;
        if (finished == null) {
            finished = moveAside(keeper, keeper.stamp(now), next.path());
            aside = finished;
        }
        file.switchTo(next.path());
        CrashPoint.reach("roll: new file opened");
        name = next;
        aside = null;
        keeper.active(next.path());
        if (newPeriod) {
            period.beginAt(now);
        }
        rolls++;
        keeper.submit(finished);
    }

    private RolledFile moveAside(Archive keeper, long stamp, Path next) throws IOException {
        long start = period.startMillis();
        Path written = name.path();
        if (name instanceof ActiveName.Given given) {
            Path note = RolledName.of(written, stamp, start, given.origin());
            return keeper.roll(written, note, stamp, start);
        }
        Path place = written;
        if (place.equals(next)) {
            // The name has no index, and the period goes on.
            place = FileMover.free(written, "");
            FileMover.move(written, place);
        }
        return keeper.rollInPlace(place, written, stamp, start);
    }

    /** Skips an empty file, which isn't worth an archive; where names are dated, it makes way for the next period's file. */
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
        // Only the clock can set the period back: a process that died yesterday leaves lines of yesterday.
        boolean setBack = name.mayGoBack() && period.isAhead(now);
        if (period.over(now) || setBack || aside != null) {
            rollDated(now, period.over(now) || setBack);
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
    public long rolls() {
        return rolls;
    }

    @Override
    public boolean isFinished() {
        return aside == null && (archive == null || archive.isFinished());
    }

    @Override
    public Path path() {
        return aside == null ? file.path() : aside.path();
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
