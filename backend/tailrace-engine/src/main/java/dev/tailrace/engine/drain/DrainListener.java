package dev.tailrace.engine.drain;

import dev.tailrace.engine.journal.owner.LossReport;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/** What drainers report to the runtime. Called by drain threads only; must neither throw nor block. */
public interface DrainListener {
    /** The rest of a ring could not be read and was given up. */
    void onDamage(Destination destination, long lostBytes);

    /** A producer claimed a frame and did not commit it for a long time: the lane waits for this frame. Reported once per frame. */
    void onStuckProducer(Destination destination);

    /** The finished line that reports losses, in the destination's own format, from position to limit. */
    ByteBuffer lossLine(Destination destination, LossReport report);

    /** The drainer skipped {@code frames} frames since the last call, which dead processes had begun and never finished. */
    void onTorn(Destination destination, long frames);

    /** Frames that were moved to disk can't be read there; the drainer tries again, unless the file is gone. */
    void onSpillFailure(Destination destination, IOException reason);

    /** Another program truncated files with waiting lines; {@code lostBytes} bytes of lines are lost. */
    void onCut(Destination destination, long lostBytes);

    /** Dead processes' rings had content that no producer writes, at {@code places} places; {@code bytes} bytes were skipped. */
    void onSkipped(Destination destination, long places, long bytes);

    /** A process's drop counters are implausible, at least in part; that part is reported nowhere. */
    void onSpoiltCounts(Destination destination);

    /** A successor went on with a file that was changed from outside: some lines may be in the log twice. */
    void onPossiblyTwice(Destination destination);

    /** A file in the lane directory can't be read; it was put aside, or left alone when its format is unknown. */
    void onPutAside(Path file, IOException reason);

    /** There is no memory to stage a line that is longer than a batch; the lines behind it wait some seconds, then it is truncated. */
    void onNoRoom(Destination destination, int lineLength, IOException reason);

    /** An unforeseen error; the drainer goes on. */
    void onError(Throwable error);

    /** Whether all reports so far are printed, or can't be because standard error isn't read. */
    default boolean hasPrinted() {
        return true;
    }
}
