package dev.tailrace.engine.drain;

import dev.tailrace.finding.Finding;
import dev.tailrace.finding.FindingCode;
import java.io.IOException;
import java.nio.file.Path;

/** The findings about lanes that all listeners of a drainer share. */
public final class DrainFindings {
    private DrainFindings() {}

    public static Finding damage(Destination destination, long lostBytes) {
        return Finding.of(
                FindingCode.LANE_PUT_ASIDE,
                lostBytes + " bytes of a lane of " + destination.description() + " could not be read");
    }

    public static Finding stuckProducer(Destination destination) {
        return Finding.of(
                FindingCode.LANE_STUCK,
                "a thread has begun a line for " + destination.description()
                        + " and not finished it for 10 s; later lines wait behind it");
    }

    public static Finding torn(Destination destination, long frames) {
        return Finding.of(
                FindingCode.FRAMES_TORN,
                frames + " events of " + destination.description()
                        + " were begun by threads whose process was killed in the middle of them; their log calls never"
                        + " returned");
    }

    /** Reported by the process that owns the lane. */
    public static Finding cutRing(String description, Path file) {
        return Finding.of(
                FindingCode.LANE_CUT,
                file + " was cut short while lines for " + description
                        + " were logged to it; the lane goes on in a new file. What can still be read of it is drained.");
    }

    public static Finding cut(Destination destination, long lostBytes) {
        return Finding.of(
                FindingCode.LANE_CUT,
                lostBytes + " bytes of lines for " + destination.description()
                        + " were in the part of a lane's file that was cut off, and are lost.");
    }

    public static Finding skipped(Destination destination, long places, long bytes) {
        return Finding.of(
                FindingCode.LANE_SKIPPED,
                bytes + " bytes in " + places + (places == 1 ? " place" : " places") + " of lanes for "
                        + destination.description()
                        + " could not be read and were skipped; lines in them are lost, those behind them are in the log.");
    }

    public static Finding spoiltCounts(Destination destination) {
        return Finding.of(
                FindingCode.COUNTS_SPOILT,
                "What a process that logged to " + destination.description()
                        + " says it dropped can't be; how many events that were isn't known.");
    }

    public static Finding spillFailure(Destination destination, IOException reason) {
        return Finding.of(
                FindingCode.SPILL_UNUSABLE,
                "Lines for " + destination.description() + " that were moved to disk can't be read: " + reason);
    }

    public static Finding possiblyTwice(Destination destination) {
        return Finding.of(
                FindingCode.POSSIBLY_TWICE,
                destination.description()
                        + " was changed from outside while its drainer was killed; the last lines were written again");
    }

    public static Finding noRoom(Destination destination, int lineLength, IOException reason) {
        return Finding.of(
                FindingCode.SHARED_MEMORY_FULL,
                "A line of " + lineLength + " bytes for " + destination.description() + " finds no room to be staged: "
                        + reason.getMessage() + ". It is cut if that lasts 5 s.");
    }

    public static Finding putAside(Path file, IOException reason) {
        return Finding.of(FindingCode.LANE_FILE_UNREADABLE, file + ": " + reason.getMessage());
    }
}
