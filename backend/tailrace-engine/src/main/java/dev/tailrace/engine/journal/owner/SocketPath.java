package dev.tailrace.engine.journal.owner;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * A path that the system takes for a Unix-domain socket. One of more than {@value #LONGEST} bytes it refuses; on Linux such a socket is
 * reached through {@code /proc/self/fd/N/NAME}, where N is a descriptor of its directory, as long as this is open. Elsewhere a long path
 * stays as it is, and is refused.
 */
final class SocketPath implements AutoCloseable {
    /** What {@code sun_path} holds on Linux, less its closing zero. */
    static final int LONGEST = 107;

    private static final Path OPEN_FILES = Path.of("/proc/self/fd");

    private final UnixDomainSocketAddress address;
    private final @Nullable FileChannel directory;

    private SocketPath(Path path, @Nullable FileChannel directory) {
        this.address = UnixDomainSocketAddress.of(path);
        this.directory = directory;
    }

    /**
     * @param file the socket, in a directory that is there
     * @throws IOException also where its directory can't be opened
     */
    static SocketPath of(Path file) throws IOException {
        Path folder = file.getParent();
        boolean isLong = file.toString().getBytes(StandardCharsets.UTF_8).length > LONGEST;
        if (!isLong || folder == null || !Files.isDirectory(OPEN_FILES)) {
            return new SocketPath(file, null);
        }
        FileChannel open = FileChannel.open(folder, StandardOpenOption.READ);
        try {
            return new SocketPath(descriptor(folder).resolve(file.getFileName()), open);
        } catch (IOException | RuntimeException | Error e) {
            open.close();
            throw e;
        }
    }

    /**
     * A descriptor of this directory, which is open. Maybe not the own one but one that another thread closes just now: then the socket
     * isn't found, since its name is in no other directory.
     */
    private static Path descriptor(Path folder) throws IOException {
        try (DirectoryStream<Path> links = Files.newDirectoryStream(OPEN_FILES)) {
            for (Path link : links) {
                if (isSame(link, folder)) {
                    return link;
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        throw new IOException("no descriptor of " + folder + " in " + OPEN_FILES);
    }

    private static boolean isSame(Path link, Path folder) {
        try {
            return Files.isSameFile(link, folder);
        } catch (IOException e) {
            return false; // closed meanwhile
        }
    }

    UnixDomainSocketAddress address() {
        return address;
    }

    @Override
    public void close() throws IOException {
        if (directory != null) {
            directory.close();
        }
    }
}
