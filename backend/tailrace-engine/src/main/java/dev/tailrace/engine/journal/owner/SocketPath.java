package dev.tailrace.engine.journal.owner;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A path that the system accepts for a Unix-domain socket. The system refuses paths of more than {@value #LONGEST} bytes, so a longer path
 * leads through a symbolic link to its directory, in a temporary directory that only this user can enter. The link exists until {@link
 * #close}. Not thread-safe.
 */
final class SocketPath implements AutoCloseable {
    /** {@code sun_path} holds 104 bytes on macOS and 108 on Linux; of these, JDK 17 to 25 leave two free. */
    static final int LONGEST = 102;

    private static final String PREFIX = "tailrace-";
    private static final String SHARED_MEMORY = "/dev/shm";

    private final UnixDomainSocketAddress address;
    private final @Nullable Path link;

    private SocketPath(Path path, @Nullable Path link) {
        this.address = UnixDomainSocketAddress.of(path);
        this.link = link;
    }

    /** The path is too long, and no directory was found for a link that shortens it. */
    static final class TooLongException extends IOException {
        private static final long serialVersionUID = 1;

        TooLongException(Path path, @Nullable IOException cause) {
            super("a socket's path is too long: " + path, cause);
        }
    }

    /**
     * The path itself if it is short enough, else a path through a link.
     *
     * @param file the socket
     * @throws TooLongException where no link can be made, such as on a system without a directory for temporary files
     */
    static SocketPath of(Path file) throws TooLongException {
        Path folder = file.getParent();
        if (folder == null || isShort(file)) {
            return new SocketPath(file, null);
        }
        IOException failure = null;
        for (String parent : List.of(System.getProperty("java.io.tmpdir", "/tmp"), SHARED_MEMORY)) {
            Path own = null;
            try {
                own = Files.createTempDirectory(Path.of(parent), PREFIX);
                Path link = Files.createSymbolicLink(own.resolve("d"), folder.toAbsolutePath());
                Path path = link.resolve(file.getFileName());
                if (isShort(path)) {
                    return new SocketPath(path, link);
                }
                delete(link);
            } catch (IOException | UnsupportedOperationException | IllegalArgumentException | SecurityException e) {
                failure = e instanceof IOException io ? io : new IOException(e);
            }
            delete(own);
        }
        throw new TooLongException(file, failure);
    }

    private static boolean isShort(Path path) {
        return path.toString().getBytes(StandardCharsets.UTF_8).length <= LONGEST;
    }

    private static void delete(@Nullable Path file) {
        try {
            if (file != null) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            // An empty directory for temporary files stays; the system clears it away some day.
            return;
        }
    }

    UnixDomainSocketAddress address() {
        return address;
    }

    @Override
    public void close() {
        if (link != null) {
            delete(link);
            delete(link.getParent());
        }
    }
}
