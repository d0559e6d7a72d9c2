package dev.tailrace.probe.evidence;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Something that may hold evidence: a file, or an entry of an archive. It can be read several times. */
public interface Input {
    /** What people know it by: the file as it was given, or {@code archive.zip!entry}. */
    String name();

    /**
     * All its bytes, to be closed by the caller.
     *
     * @throws IOException when it can't be read
     */
    InputStream open() throws IOException;

    /** The file on this machine, for readers that can't read from a stream; null when there is none. */
    default @Nullable Path path() {
        return null;
    }

    /** A file. */
    static Input of(Path file) {
        return new Input() {
            @Override
            public String name() {
                return file.toString();
            }

            @Override
            public InputStream open() throws IOException {
                return Files.newInputStream(file);
            }

            @Override
            public Path path() {
                return file;
            }
        };
    }
}
