package dev.tailrace.guest.view;

import dev.tailrace.bytes.Memory;
import dev.tailrace.engine.journal.owner.DropCounters;
import dev.tailrace.engine.journal.owner.Owner;
import dev.tailrace.engine.journal.owner.OwnerDescriptor;
import dev.tailrace.level.LevelAnswer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/**
 * The figures in a process's owner file, beyond {@link OwnerView}; all 0 when it can't be read.
 *
 * @param memoryCap cap of the process's lanes of all logs, in bytes; 0: not known
 * @param spillCap cap of its spill files, in bytes; 0: none, or not known
 * @param waits number of all log calls that waited for room
 * @param limited number of all events that limits held back; up to half a second old
 * @param limits that were set at run time
 * @param consoleLines lines that a process without log files wrote to its consoles
 * @param consoleBytes bytes that it wrote to them
 * @param consoleNanos the instant of these figures, nanoseconds since 1970; 0: it has log files
 * @param droppedByLevel number of all dropped events: TRACE, DEBUG, INFO, WARN, ERROR
 * @param droppedByLogger the same by logger, only loggers with any
 */
public record OwnerFigures(
        long memoryCap,
        long spillCap,
        long waits,
        long limited,
        List<LevelAnswer.LimitState> limits,
        long consoleLines,
        long consoleBytes,
        long consoleNanos,
        List<Long> droppedByLevel,
        Map<String, Long> droppedByLogger) {
    /** More than any process has. */
    private static final long MOST = 1L << 50;

    private static final OwnerFigures NONE =
            new OwnerFigures(0, 0, 0, 0, List.of(), 0, 0, 0, List.of(0L, 0L, 0L, 0L, 0L), Map.of());

    /** Reads the file of an owner, without mapping it. */
    public static OwnerFigures of(Path directory, String name) {
        ByteBuffer page = ByteBuffer.allocateDirect(OwnerDescriptor.LENGTH);
        try {
            if (!OwnerView.read(directory.resolve(name + Owner.SUFFIX), page).isEmpty()) {
                return NONE;
            }
        } catch (IOException e) {
            return NONE;
        }
        DropCounters losses = new DropCounters(Memory.getPlain(page, OwnerDescriptor.ID_OFFSET), page);
        return new OwnerFigures(
                plausible(Memory.getPlain(page, OwnerDescriptor.MEMORY_CAP_OFFSET)),
                plausible(Memory.getPlain(page, OwnerDescriptor.SPILL_CAP_OFFSET)),
                plausible(Memory.getPlain(page, OwnerDescriptor.WAITS_OFFSET)),
                plausible(Memory.getPlain(page, OwnerDescriptor.LIMITED_OFFSET)),
                limits(page),
                plausible(Memory.getPlain(page, OwnerDescriptor.CONSOLE_LINES_OFFSET)),
                plausible(Memory.getPlain(page, OwnerDescriptor.CONSOLE_BYTES_OFFSET)),
                Math.max(0, Memory.getPlain(page, OwnerDescriptor.CONSOLE_NANOS_OFFSET)),
                LongStream.of(losses.perLevel()).boxed().toList(),
                losses.perLogger());
    }

    private static List<LevelAnswer.LimitState> limits(ByteBuffer page) {
        long length = Memory.getPlain(page, OwnerDescriptor.LIMITS_LENGTH_OFFSET);
        if (length <= 0 || length > OwnerDescriptor.MOST_LIMITS) {
            return List.of();
        }
        byte[] text = new byte[(int) length];
        page.get(OwnerDescriptor.LIMITS_OFFSET, text);
        try {
            return LevelAnswer.parse(new String(text, StandardCharsets.UTF_8)).limits();
        } catch (IllegalArgumentException e) {
            // It was being written, or something else wrote there.
            return List.of();
        }
    }

    private static long plausible(long value) {
        return value < 0 || value > MOST ? 0 : value;
    }
}
