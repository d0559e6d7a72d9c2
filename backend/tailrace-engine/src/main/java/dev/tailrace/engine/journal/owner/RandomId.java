package dev.tailrace.engine.journal.owner;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.security.SecureRandom;

/**
 * Random numbers that no two processes get. The JDK's generator would load its security providers on the way to the first line, so the
 * system is asked where it has a file for it. Thread-safe.
 */
public final class RandomId {
    private RandomId() {}

    /** A number other than 0. */
    public static long next() {
        long id;
        do {
            id = any();
        } while (id == 0);
        return id;
    }

    private static long any() {
        try (InputStream in = new FileInputStream("/dev/urandom")) {
            byte[] bytes = in.readNBytes(Long.BYTES);
            if (bytes.length == Long.BYTES) {
                return ByteBuffer.wrap(bytes).getLong();
            }
        } catch (IOException | SecurityException e) {
            // Not Linux, or a container without devices.
        }
        return new SecureRandom().nextLong();
    }
}
