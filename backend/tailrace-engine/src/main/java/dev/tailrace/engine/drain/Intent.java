package dev.tailrace.engine.drain;

import dev.tailrace.engine.journal.ring.RingIdentity;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Map;

/**
 * What a drainer was about to do when it last said so.
 *
 * @param committed whether it was done with it
 * @param path the log file
 * @param fileIdentity of the log file; 0 unknown
 * @param offset in the log file, in bytes
 * @param lines what was to be written there
 * @param lanes how far each lane is read once it is written; of a lane's rings only the newest
 * @param lossOwner the process whose losses are reported in the lines; 0 none
 * @param lossWords what has been reported of them in all once it is written
 * @param limitOwner the process whose limits are summarised in the lines; 0 none
 * @param limitWords what has been reported of them once it is written
 */
@SuppressWarnings("ArrayRecordComponent") // not compared
public record Intent(
        long sequence,
        boolean committed,
        Path path,
        long fileIdentity,
        long offset,
        ByteBuffer lines,
        Map<RingIdentity, Long> lanes,
        long lossOwner,
        long[] lossWords,
        long limitOwner,
        long[] limitWords) {}
