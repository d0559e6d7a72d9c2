package dev.tailrace.torture.place;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The wall clock of a scene's children. It can be set for all of them at once, while they run. For one thread. */
public final class FalseClock {
    private final ByteBuffer offset;

    private FalseClock(ByteBuffer offset) {
        this.offset = offset;
    }

    /** Gives children that are started from now on a clock, which shows the right time at first. */
    public static FalseClock in(Scene scene) throws IOException {
        Path file = scene.folder().resolve("clock");
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ByteBuffer offset =
                    channel.map(FileChannel.MapMode.READ_WRITE, 0, 8).order(ByteOrder.LITTLE_ENDIAN);
            scene.give("-Dtailrace.clockOffset=" + file);
            return new FalseClock(offset);
        }
    }

    /** Milliseconds since the epoch, as the children see it. */
    public long millis() {
        return System.currentTimeMillis() + offset.getLong(0);
    }

    /** Sets the clock to a time, from which it goes on. */
    public void set(long millis) {
        offset.putLong(0, millis - System.currentTimeMillis());
    }

    public void step(long millis) {
        offset.putLong(0, offset.getLong(0) + millis);
    }
}
