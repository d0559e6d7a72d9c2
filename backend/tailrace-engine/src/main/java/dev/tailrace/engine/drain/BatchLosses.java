package dev.tailrace.engine.drain;

import dev.tailrace.bytes.CrashPoint;
import dev.tailrace.engine.journal.ForeignOwner;
import dev.tailrace.engine.journal.LaneDiscovery;
import dev.tailrace.engine.journal.owner.DropCounters;
import dev.tailrace.engine.journal.owner.LossReport;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The loss report: the first line of a batch when something was dropped. The counters that the line reports are noted with the batch and
 * set only when the batch is written: so a crash neither loses nor doubles the report. Not thread-safe.
 */
final class BatchLosses {
    private final Destination destination;
    private final @Nullable LaneDiscovery scan;
    private final DrainListener listener;
    private @Nullable LossReport report;
    private @Nullable DropCounters page;

    BatchLosses(Destination destination, @Nullable LaneDiscovery scan, DrainListener listener) {
        this.destination = destination;
        this.scan = scan;
        this.listener = listener;
    }

    /** The losses that the batch reports; null: none. */
    @Nullable
    LossReport report() {
        return report;
    }

    /** Begins an empty batch with one process's loss report, if any has dropped anything. {@code keyed} null: the sink is one file. */
    void addTo(Batch batch, @Nullable KeyedLines keyed) throws IOException {
        if (batch.buffer().position() != 0 || add(destination.losses(), batch, keyed)) {
            return;
        }
        // Most logs have one process, and an iterator for each batch is garbage.
        if (scan == null || scan.isEmpty()) {
            return;
        }
        for (ForeignOwner owner : scan.owners()) {
            DropCounters losses = owner.losses();
            if (losses != null && add(losses, batch, keyed)) {
                return;
            }
        }
    }

    private boolean add(DropCounters losses, Batch batch, @Nullable KeyedLines keyed) throws IOException {
        LossReport unreported = losses.unreported();
        if (unreported == null) {
            return false;
        }
        if (unreported.damaged()) {
            listener.onSpoiltCounts(destination);
            if (unreported.total() == 0) {
                // There are no numbers to report.
                losses.reported(unreported.words());
                return false;
            }
        }
        try {
            ByteBuffer line = listener.lossLine(destination, unreported);
            if (keyed != null) {
                keyed.turnToOthers();
            }
            batch.ensureRoom(line.remaining());
            batch.buffer().put(line);
            report = unreported;
            page = losses;
        } catch (RuntimeException e) {
            // The counters keep the losses; a report that can't be formatted must not stop the lines.
            losses.reported(unreported.words());
            listener.onError(e);
        }
        return true;
    }

    /** The batch is written. */
    void confirm() {
        LossReport known = report;
        if (known != null && page != null) {
            page.reported(known.words());
            CrashPoint.reach("losses reported");
            report = null;
            page = null;
        }
    }
}
