package dev.tailrace.engine.sink;

import java.nio.ByteBuffer;

/** Takes all lines and writes none: {@code /dev/null}. */
public final class NullSink implements Sink {
    @Override
    public void write(ByteBuffer lines) {
        lines.position(lines.limit());
    }

    @Override
    public String description() {
        return "/dev/null";
    }
}
