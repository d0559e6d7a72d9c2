package dev.tailrace.engine.sink;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Takes all lines and writes none: {@code /dev/null}. */
public final class NullSink implements Sink {
    @Override
    public Fit fit(long epochNanos, long pendingBytes) {
        return Fit.JOINS;
    }

    @Override
    public void write(ByteBuffer lines) {
        lines.position(lines.limit());
    }

    @Override
    public void roll(long epochNanos) {}

    @Override
    public void tick(long epochNanos) {}

    @Override
    public void close() {}

    @Override
    public void look() {}

    @Override
    public @Nullable Path path() {
        return null;
    }

    @Override
    public boolean isFinished() {
        return true;
    }

    @Override
    public long length() {
        return 0;
    }

    @Override
    public long fileIdentity() {
        return 0;
    }

    @Override
    public String description() {
        return "/dev/null";
    }
}
