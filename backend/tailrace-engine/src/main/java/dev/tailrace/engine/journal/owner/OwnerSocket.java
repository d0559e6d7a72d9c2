package dev.tailrace.engine.journal.owner;

import dev.tailrace.engine.journal.owner.ProcessIdentity.Evidence;
import java.io.IOException;
import java.net.ConnectException;
import java.net.StandardProtocolFamily;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/**
 * Proof of life across PID namespaces: a Unix-domain socket in the lane directory that listens and never accepts. The kernel refuses a
 * connection once no process has the socket open; a full queue or a suspended process gives another answer. A reader's {@code open} fails
 * and changes nothing.
 */
final class OwnerSocket implements AutoCloseable {
    static final String SUFFIX = ".live";

    private final Path file;
    private final ServerSocketChannel channel;

    private OwnerSocket(Path file, ServerSocketChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /** A listening socket; null when the system or the file system has no sockets, or the path is too long and can't be shortened. */
    static @Nullable OwnerSocket listen(Path file) {
        // The socket has another name until it listens: before, the kernel refuses connections.
        Path unfinished = file.resolveSibling(file.getFileName() + Owner.UNFINISHED);
        ServerSocketChannel channel = null;
        try (SocketPath path = SocketPath.of(unfinished)) {
            channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
            channel.bind(path.address(), 1);
            Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
            return new OwnerSocket(file, channel);
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException | SecurityException e) {
            close(channel);
            delete(unfinished);
            return null;
        }
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // A scan of the directory removes it later.
            return;
        }
    }

    /** Whether the process that listens at {@code file} lives. */
    static Evidence ask(Path file) {
        try {
            if (!Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                    .isOther()) {
                return Evidence.NONE;
            }
        } catch (NoSuchFileException e) {
            return Evidence.NONE;
        } catch (IOException | SecurityException e) {
            return Evidence.LIVES;
        }
        try (SocketPath path = SocketPath.of(file);
                SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            channel.configureBlocking(false);
            channel.connect(path.address());
            return Evidence.LIVES;
        } catch (ConnectException e) {
            return Evidence.GONE;
        } catch (SocketPath.TooLongException | UnsupportedOperationException | IllegalArgumentException e) {
            return Evidence.NONE;
        } catch (IOException | SecurityException e) {
            // Mostly a full queue.
            return Evidence.LIVES;
        }
    }

    private static void close(@Nullable ServerSocketChannel channel) {
        if (channel != null) {
            try {
                channel.close();
            } catch (IOException e) {
                // The descriptor is closed all the same.
                return;
            }
        }
    }

    @Override
    public void close() throws IOException {
        try {
            Files.deleteIfExists(file);
        } finally {
            close(channel);
        }
    }
}
