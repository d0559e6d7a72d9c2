package dev.tailrace.engine.drain;

import dev.tailrace.bytes.CrashPoint;
import dev.tailrace.engine.journal.ForeignOwner;
import dev.tailrace.engine.journal.LaneDiscovery;
import dev.tailrace.engine.journal.owner.LimitPage;
import dev.tailrace.engine.journal.owner.LimitReport;
import dev.tailrace.engine.sink.Sink;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The summaries of limits at the beginning of a batch. As with {@linkplain BatchLosses losses}, the reported sums are noted with the batch
 * and set only when the batch is written: so a crash neither loses nor doubles a summary. Not thread-safe.
 */
final class BatchLimits {
    /** Interval between two looks: a window may be longer by this much. */
    private static final long LOOK_NANOS = 200_000_000L;

    private final Destination destination;
    private final @Nullable LaneDiscovery scan;
    private final DrainListener listener;
    private final LongSupplier nanoTime;
    private final LongSupplier epochNanos;
    private long lookedAt;
    private boolean more = true;
    private @Nullable LimitReport report;
    private @Nullable LimitPage page;

    BatchLimits(
            Destination destination,
            @Nullable LaneDiscovery scan,
            DrainListener listener,
            LongSupplier nanoTime,
            LongSupplier epochNanos) {
        this.destination = destination;
        this.scan = scan;
        this.listener = listener;
        this.nanoTime = nanoTime;
        this.epochNanos = epochNanos;
        destination.limits().lookAnew();
    }

    /** Begins an empty batch with one process's summaries, if any are due. */
    void addTo(Batch batch, Sink sink) throws IOException {
        if (batch.buffer().position() != 0 || report != null) {
            return;
        }
        long now = nanoTime.getAsLong();
        LimitPage own = destination.limits();
        boolean turn = more || now - lookedAt >= LOOK_NANOS;
        if (!turn && !own.isEnded()) {
            return;
        }
        lookedAt = now;
        more = false;
        if (add(own, false, batch, sink) || scan == null || scan.isEmpty()) {
            return;
        }
        for (ForeignOwner owner : scan.owners()) {
            LimitPage limits = owner.limits();
            if (limits != null && add(limits, owner.isDead(), batch, sink)) {
                return;
            }
        }
    }

    private boolean add(LimitPage limits, boolean dead, Batch batch, Sink sink) throws IOException {
        long clock = epochNanos.getAsLong();
        LimitReport unreported = limits.unreported(clock, dead);
        if (unreported == null) {
            return false;
        }
        if (unreported.damaged()) {
            listener.onSpoiltCounts(destination);
        }
        if (unreported.summaries().isEmpty()) {
            return false;
        }
        more = true;
        List<ByteBuffer> lines = new ArrayList<>();
        int length = 0;
        try {
            for (LimitReport.Summary summary : unreported.summaries()) {
                ByteBuffer line = listener.summaryLine(destination, summary, clock);
                lines.add(line);
                length += line.remaining();
            }
        } catch (RuntimeException e) {
            // A summary that can't be formatted must not stop the lines.
            limits.reported(unreported.words(), clock);
            listener.onError(e);
            return true;
        }
        sink.turnToOthers();
        batch.ensureRoom(length);
        lines.forEach(batch.buffer()::put);
        batch.limits(unreported);
        report = unreported;
        page = limits;
        return true;
    }

    /** The batch is written. */
    void confirm() {
        LimitReport written = report;
        LimitPage of = page;
        if (written != null && of != null) {
            of.reported(written.words(), epochNanos.getAsLong());
            CrashPoint.reach("limits reported");
            report = null;
            page = null;
        }
    }
}
