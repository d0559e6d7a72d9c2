package dev.tailrace.engine.drain;

import dev.tailrace.engine.sink.RoutedSink;
import dev.tailrace.engine.sink.Sink;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A sink in memory that fails after a given number of bytes, and rolls at a given size or time. */
public class RecordingSink implements Sink {
    final List<ByteArrayOutputStream> files = new ArrayList<>(List.of(new ByteArrayOutputStream()));
    long maxBytes = Long.MAX_VALUE;
    long rollAtNanos = Long.MAX_VALUE;
    /** Bytes that are written before each call fails; -1: none fails. */
    int failAfter = -1;

    /** Called by each write. */
    Runnable onWrite = () -> {};

    /** Called by each look. */
    Runnable onLook = () -> {};

    boolean closed;

    @Nullable
    public Path path;

    public long identity;
    /** Of the file; −1: what was written. */
    public long length = -1;

    @Override
    public Fit fit(long epochNanos, long pendingBytes) {
        return epochNanos >= rollAtNanos || current().size() + pendingBytes >= maxBytes ? Fit.ROLLS_FIRST : Fit.JOINS;
    }

    @Override
    public void write(ByteBuffer lines) throws IOException {
        onWrite.run();
        int length = failAfter < 0 ? lines.remaining() : Math.min(failAfter, lines.remaining());
        byte[] bytes = new byte[length];
        lines.get(bytes);
        current().write(bytes);
        if (failAfter >= 0) {
            throw new IOException("no space left on device");
        }
    }

    @Override
    public void roll(long epochNanos) {
        files.add(new ByteArrayOutputStream());
        if (epochNanos >= rollAtNanos) {
            rollAtNanos = Long.MAX_VALUE;
        }
    }

    @Override
    public void tick(long epochNanos) {}

    @Override
    public void close() {
        closed = true;
    }

    @Override
    public void look() {
        onLook.run();
    }

    @Override
    public @Nullable Path path() {
        return path;
    }

    @Override
    public boolean isFinished() {
        return true;
    }

    @Override
    public long length() {
        return length >= 0 ? length : current().size();
    }

    @Override
    public long fileIdentity() {
        return identity;
    }

    @Override
    public String description() {
        return "memory";
    }

    /** The same, where each line begins with a key. */
    static final class Routed extends RecordingSink implements RoutedSink {
        private byte[] key = {};

        @Override
        public boolean isAt(byte[] other, int offset, int length) {
            return Arrays.equals(key, 0, key.length, other, offset, offset + length);
        }

        @Override
        public void turnTo(byte[] other, int offset, int length) {
            key = Arrays.copyOfRange(other, offset, offset + length);
        }

        @Override
        public void turnToOthers() {}

        @Override
        public void turnTo(Path former) {}
    }

    private ByteArrayOutputStream current() {
        return files.get(files.size() - 1);
    }

    String text() {
        StringBuilder all = new StringBuilder();
        files.forEach(file -> all.append(file.toString(StandardCharsets.UTF_8)));
        return all.toString();
    }
}
