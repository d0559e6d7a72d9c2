package dev.tailrace.engine.drain;

import dev.tailrace.engine.journal.owner.LimitReport;
import dev.tailrace.engine.journal.owner.LossReport;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/** What drainers report to the runtime. Called by drain threads only; must neither throw nor block. */
public interface DrainListener {
    /** The rest of a ring could not be read and was given up. */
    void onDamage(Destination destination, long lostBytes);

    /** A producer claimed a frame and did not commit it for a long time: the lane waits for it. Reported once per frame. */
    void onStuckProducer(Destination destination);

    /** The finished line that reports losses, in the destination's own format, from position to limit. */
    ByteBuffer lossLine(Destination destination, LossReport report);

    /**
     * The finished line with a summary of what a limit held back, from position to limit: a plain one, where the layout isn't known.
     *
     * @param epochNanos its time
     */
    default ByteBuffer summaryLine(Destination destination, LimitReport.Summary summary, long epochNanos) {
        return LimitText.plainLine(summary, epochNanos);
    }

    /** Frames of dead processes that were begun and never finished were stepped over: so many since the last call. */
    void onTorn(Destination destination, long frames);

    /** Frames that were moved to disk can't be read there; it is tried again, unless the file is gone. */
    void onSpillFailure(Destination destination, IOException reason);

    /** Another program truncated files that lines waited in; so many bytes of them are lost. */
    void onCut(Destination destination, long lostBytes);

    /** At so many places of dead processes' rings there was something that no producer writes; so many bytes were skipped. */
    void onSkipped(Destination destination, long places, long bytes);

    /** What a process says it dropped can't be, at least in part; that part is reported nowhere. */
    void onSpoiltCounts(Destination destination);

    /** A successor went on with a file that was changed from outside: some lines may be in the log twice. */
    void onPossiblyTwice(Destination destination);

    /** A file in the lane directory can't be read; it was put aside, or left alone when it is of an unknown format. */
    void onPutAside(Path file, IOException reason);

    /** A line that is longer than a batch finds no memory to be staged in; lines behind it wait some seconds, then it is cut. */
    void onNoRoom(Destination destination, int lineLength, IOException reason);

    /** Something unforeseen; the drainer goes on. */
    void onError(Throwable error);
}
