package dev.tailrace.guest;

import dev.tailrace.engine.drain.Destination;
import dev.tailrace.engine.drain.IoMessages;
import dev.tailrace.engine.drain.NoLanesException;
import dev.tailrace.engine.drain.PlainListener;
import dev.tailrace.engine.drain.PrivateLanesException;
import dev.tailrace.engine.drain.shared.SharedDrainer;
import dev.tailrace.engine.drain.shared.SharedLog;
import dev.tailrace.engine.sink.archive.Archiver;
import dev.tailrace.finding.Finding;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One log of an {@link ExternalDrainer}: joins the log, drains it when no other process does, and joins again when its lock file was
 * replaced.
 */
final class GuestLog {
    private static final long WINDOW_NANOS = 2_000_000L;
    private static final long ATTEND_NANOS = 1_000_000_000L;
    private static final long LOOK_NANOS = 1_000_000_000L;
    /** How long another process gets to take the lock, which it tries every 20 ms. */
    private static final long STAND_BACK_NANOS = 500_000_000L;

    private final Path lockFile;
    /** Lanes of this log that aren't the recorded ones; null: the recorded ones. */
    private final @Nullable Path stranded;

    private final Archiver archiver;
    private final LongSupplier nanoTime;
    private final LongSupplier epochNanos;
    private final Consumer<Finding> findings;
    private final PlainListener listener;
    private @Nullable SharedLog log;
    private @Nullable SharedDrainer drainer;
    private String description;
    private String why = "";
    private boolean nothingThere;
    private long bytes;
    private long attendAt;
    private long lookAt;
    private boolean outvoted;

    GuestLog(
            Path lockFile,
            @Nullable Path stranded,
            Archiver archiver,
            LongSupplier nanoTime,
            LongSupplier epochNanos,
            Consumer<Finding> findings) {
        this.lockFile = lockFile;
        this.stranded = stranded;
        this.archiver = archiver;
        this.nanoTime = nanoTime;
        this.epochNanos = epochNanos;
        this.findings = findings;
        this.listener = new PlainListener(findings, epochNanos);
        this.description = lockFile.toString();
        this.attendAt = nanoTime.getAsLong();
        this.lookAt = attendAt;
    }

    long step(boolean urgent) {
        long now = nanoTime.getAsLong();
        if (drainer == null && now - attendAt >= 0) {
            attendAt = now + ATTEND_NANOS;
            attend();
        }
        SharedDrainer current = drainer;
        if (current == null) {
            return 0;
        }
        long moved = current.doWork(urgent);
        bytes += moved;
        SharedLog attended = log;
        if (attended != null && attended.isGone()) {
            close();
            attendAt = now;
        } else if (now - lookAt >= 0) {
            lookAt = now + LOOK_NANOS;
            standBackIfOutvoted(now);
        }
        return moved;
    }

    private void attend() {
        try {
            SharedLog attended = SharedLog.attend(lockFile, stranded, listener, findings);
            log = attended;
            description = attended.file().description() + (stranded == null ? "" : ", lanes in " + stranded);
            drainer = new SharedDrainer(
                    Destination.withoutLanes(description),
                    attended,
                    archiver,
                    WINDOW_NANOS,
                    nanoTime,
                    epochNanos,
                    listener,
                    findings);
            why = "";
            nothingThere = false;
        } catch (IOException e) {
            why = IoMessages.words(lockFile, e);
            nothingThere = e instanceof NoLanesException none && none.deserted;
            if (e instanceof PrivateLanesException lanes) {
                nothingThere = lanes.deserted;
                why = lanes.deserted ? why : "";
            }
        }
    }

    /** Stands back when the log is outvoted twice in a row, because a starting process first joins and then agrees. */
    private void standBackIfOutvoted(long now) {
        SharedDrainer current = drainer;
        SharedLog attended = log;
        if (current == null || attended == null || current.state() != SharedDrainer.State.DRAINING) {
            outvoted = false;
            return;
        }
        try {
            boolean before = outvoted;
            outvoted = attended.isOutvoted();
            if (outvoted && before) {
                close();
                attendAt = now + STAND_BACK_NANOS;
            }
        } catch (IOException e) {
            outvoted = false;
        }
    }

    ExternalDrainer.Status status() {
        SharedDrainer current = drainer;
        ExternalDrainer.State state;
        String reason = why;
        if (current != null && stranded != null && current.state() == SharedDrainer.State.WAITING) {
            // That process reads other lanes: these lines would wait for ever.
            state = ExternalDrainer.State.FAILING;
            reason = "lines in " + stranded + " have to wait until the processes that log by other lanes have ended;"
                    + " run this again then";
        } else if (current == null) {
            state = nothingThere
                    ? ExternalDrainer.State.NOTHING_THERE
                    : why.isEmpty() ? ExternalDrainer.State.ELSEWHERE : ExternalDrainer.State.FAILING;
        } else {
            state = switch (current.state()) {
                case WAITING -> ExternalDrainer.State.ELSEWHERE;
                case FAILING -> ExternalDrainer.State.FAILING;
                case DRAINING -> current.isSettled() ? ExternalDrainer.State.SETTLED : ExternalDrainer.State.DRAINING;
            };
        }
        return new ExternalDrainer.Status(
                lockFile, description, state, reason, bytes, listener.torn(), listener.dropped(), listener.damaged());
    }

    long pauseNanos() {
        SharedDrainer current = drainer;
        return current == null ? ATTEND_NANOS : current.longestSleepNanos();
    }

    boolean isHolding() {
        return drainer != null && drainer.isHolding();
    }

    void rest() {
        SharedDrainer current = drainer;
        if (current != null) {
            current.rest();
        }
    }

    void close() {
        SharedDrainer current = drainer;
        drainer = null;
        log = null;
        outvoted = false;
        if (current != null) {
            try {
                current.close();
            } catch (IOException e) {
                listener.onError(e);
            }
        }
    }
}
