package dev.tailrace.engine.sink.file;

import dev.tailrace.bytes.CrashPoint;
import dev.tailrace.engine.sink.FileFindings;
import dev.tailrace.engine.sink.Sink;
import dev.tailrace.engine.sink.archive.Archive;
import dev.tailrace.engine.sink.archive.RolledFile;
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
final class FileSink implements Sink {
    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Consumer<Finding> findings;
    private final @Nullable Archive archive;
    private final RollTrigger trigger;

    private ActiveName name;
    private final ActiveFile file;
    /** The renamed file, which is still written because no new file could be opened yet. */
    private @Nullable RolledFile aside;

    private long rolls;
    private long nextLookNanos;
    private boolean writeFails;
    private boolean reopenFails;

    FileSink(
            ActiveName name,
            ActiveFile file,
            RollTrigger trigger,
            @Nullable Archive archive,
            LongSupplier epochNanos,
            Consumer<Finding> findings) {
        this.name = name;
        this.file = file;
        this.trigger = trigger;
        this.archive = archive;
        this.findings = findings;
        this.nextLookNanos = epochNanos.getAsLong() + LOOK_NANOS;
    }

    @Override
    public Fit fit(long now, long pendingBytes) {
        return trigger.isDue(now, file.length() + pendingBytes) ? Fit.ROLLS_FIRST : Fit.JOINS;
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

    @Override
    public void roll(long now) {
        attempt(trigger.byLine(now));
    }

    /** Never fails: when the file can't be rolled, logging goes on in the same file with a finding, and the roll is tried again. */
    void attempt(RollTrigger.Roll due) {
        Archive keeper = archive;
        if (keeper == null || !trigger.mayRoll()) {
            return;
        }
        try {
            look();
            roll(keeper, due);
            trigger.done(due);
        } catch (IOException e) {
            if (trigger.pause()) {
                findings.accept(FileFindings.rollFailed(name.path(), e));
            }
        }
    }

    private void roll(Archive keeper, RollTrigger.Roll due) throws IOException {
        ActiveName next = name.next(due.nextMillis(), due.newPeriod());
        if (file.length() == 0 && aside == null) {
            if (due.newPeriod()) {
                boolean same = name instanceof ActiveName.Dated dated && dated.periodMillis() == due.nextMillis();
                skipEmpty(same ? name : next);
                keeper.active(name.path());
            }
            return;
        }
        if (due.newPeriod() && name instanceof ActiveName.Dated && next.path().equals(name.path())) {
            return; // one name for two spans of a schedule, and no index: it is one file
        }
        RolledFile finished = aside;
        if (finished == null) {
            finished = name instanceof ActiveName.Given given
                    ? keeper.roll(given.path(), given.origin(), due.epochNanos(), due.periodMillis())
                    : keeper.rollInPlace(name.path(), next.path(), due.epochNanos(), due.periodMillis());
            aside = finished;
        }
        file.switchTo(next.path());
        CrashPoint.reach("roll: new file opened");
        name = next;
        aside = null;
        rolls++;
        keeper.submit(finished, next.path());
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
        RollTrigger.Roll due = trigger.byClock(now, aside != null);
        if (due != null) {
            attempt(due);
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
