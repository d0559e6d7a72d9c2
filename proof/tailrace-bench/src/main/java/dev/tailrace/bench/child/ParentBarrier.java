package dev.tailrace.bench.child;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Waits for the other processes of the same parent. A reached stage is reported by an empty file with its name; the parent releases all
 * processes by a byte on their standard inputs. Not thread-safe.
 */
final class ParentBarrier implements Barrier {
    private final Path folder;
    private final InputStream parent;

    /**
     * @param folder the folder of the files
     * @param parent this process's standard input
     */
    ParentBarrier(Path folder, InputStream parent) {
        this.folder = folder;
        this.parent = parent;
    }

    @Override
    public void meet(Stage stage) throws IOException {
        Files.createFile(folder.resolve(stage.name()));
        if (parent.read() < 0) {
            throw new EOFException("the race ended while this process waited at " + stage);
        }
    }
}
