package dev.tailrace.bench.child;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;

/** Exchanges objects between parent and child by files; both run the same classes. */
public final class Handover {
    private Handover() {}

    public static void write(Serializable value, Path file) throws IOException {
        try (ObjectOutputStream out = new ObjectOutputStream(Files.newOutputStream(file))) {
            out.writeObject(value);
        }
    }

    public static <T> T read(Path file, Class<T> type) throws IOException {
        try (ObjectInputStream in = new ObjectInputStream(Files.newInputStream(file))) {
            return type.cast(in.readObject());
        } catch (ClassNotFoundException | ClassCastException e) {
            throw new IOException("cannot read " + file, e);
        }
    }
}
