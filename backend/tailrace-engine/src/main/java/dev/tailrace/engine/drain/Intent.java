package dev.tailrace.engine.drain;

import dev.tailrace.engine.journal.ring.RingIdentity;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Map;

/**
 * The last write that a drainer announced.
 *
 * @param committed whether the write is done
 * @param path the log file
 * @param fileIdentity the log file's; 0 unknown
 * @param offset in the log file, in bytes
 * @param lines the bytes to be written there
 * @param lanes how far each lane is read once the lines are written; only the newest ring of each lane
 * @param lossOwner the process whose losses are reported in the lines; 0 none
 * @param lossWords the losses reported in all once the lines are written
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
        long[] lossWords) {}
