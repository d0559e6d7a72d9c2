package dev.tailrace.bench.child;

import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A point where a JVM waits for other JVMs. */
interface Barrier {
    /** The barrier of a single JVM. */
    Barrier NONE = stage -> {};

    /** Reports that this JVM has reached a stage; returns when all others have, too. */
    void meet(Stage stage) throws IOException;

    /**
     * Waits for the other processes of the same parent. A reached stage is reported by an empty file with its name; the parent releases all
     * processes by a byte on their standard inputs.
     */
    static Barrier ofParent(Path folder) {
        return stage -> {
            Files.createFile(folder.resolve(stage.name()));
            if (System.in.read() < 0) {
                throw new EOFException("the race ended while this process waited at " + stage);
            }
        };
    }
}
