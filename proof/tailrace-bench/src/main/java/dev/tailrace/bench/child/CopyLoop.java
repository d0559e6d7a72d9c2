package dev.tailrace.bench.child;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;

/**
 * Main class: measures the machine's limit. One thread repeatedly copies a finished line of the right length into a buffer of 256 KiB, and
 * writes the buffer when it is full: no logger, no formatting, no other thread. Arguments as in {@link Producers}.
 */
public final class CopyLoop {
    private static final int BUFFER_BYTES = 1 << 18;

    private CopyLoop() {}

    public static void main(String[] arguments) throws IOException {
        Assignment assignment = Handover.read(Path.of(arguments[0]), Assignment.class);
        Pace pace = assignment.pace();
        byte[] line = "-"
                .repeat(pace.lines().line().length(1, 0, Pace.TYPICAL_SEQUENCE))
                .getBytes(StandardCharsets.US_ASCII);
        Meter meter = new Meter();
        try (FileChannel file = FileChannel.open(
                Path.of(assignment.folder(), "app.log"), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            copy(pace, line, pace.flatOutWarmLines(), file);
            file.truncate(0);
            FreeMemory.touch(Path.of(assignment.folder()), pace.typicalFlatOutBytes());
            Meter.Reading before = meter.read();
            long began = System.nanoTime();
            long lines = copy(pace, line, (long) pace.threads() * pace.flatOutLines(), file);
            long nanos = System.nanoTime() - began;
            Meter.Reading after = meter.read();
            Phase phase = new Phase(1, lines, 0, nanos, after.cpuNanos() - before.cpuNanos(), 0, Latency.none());
            Handover.write(new Report(List.of(phase), Map.of(1, new long[] {lines}), List.of()), Path.of(arguments[1]));
        }
    }

    private static long copy(Pace pace, byte[] line, long most, FileChannel file) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
        long end = pace.flatOutMillis() == 0 ? Long.MAX_VALUE : System.nanoTime() + pace.flatOutMillis() * 1_000_000L;
        long lines = 0;
        while (lines < most && (end == Long.MAX_VALUE || System.nanoTime() - end < 0)) {
            while (buffer.remaining() >= line.length && lines < most) {
                buffer.put(line);
                lines++;
            }
            buffer.flip();
            while (buffer.hasRemaining()) {
                file.write(buffer);
            }
            buffer.clear();
        }
        return lines;
    }
}
