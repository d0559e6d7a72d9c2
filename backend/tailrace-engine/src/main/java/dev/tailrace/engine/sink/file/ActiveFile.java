package dev.tailrace.engine.sink.file;

import dev.tailrace.bytes.FaultPoint;
import dev.tailrace.engine.sink.FileIdentity;
import dev.tailrace.engine.sink.FileMover;
import dev.tailrace.engine.sink.SpecialFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One open log file: appends, counts its length, and knows whether the path still leads to it. Not thread-safe. */
public final class ActiveFile {
    /** The state of the path. */
    enum Fate {
        SAME,
        GONE,
        REPLACED,
        TRUNCATED
    }

    /** Opens a file for appending, and makes it if there is none. */
    public interface Opener {
        FileChannel open(Path path) throws IOException;
    }

    private static final int ATTEMPTS = 100;

    private final Opener opener;
    private Path path;
    private FileChannel channel;
    private @Nullable Object identity;
    private long identityHash;
    private long length;

    private ActiveFile(Opener opener, Path path, FileChannel channel, @Nullable Object identity, long length) {
        this.opener = opener;
        this.path = path;
        this.channel = channel;
        this.identity = identity;
        this.identityHash = FileIdentity.of(identity);
        this.length = length;
    }

    /** Makes missing directories. The file's rights follow the process's mask. */
    static ActiveFile open(Path path) throws IOException {
        return open(path, ActiveFile::append);
    }

    /** A new file is never one that came into being meanwhile: that may be a FIFO. A link may lead to a new file. */
    static FileChannel append(Path path) throws IOException {
        boolean there = Files.exists(path, LinkOption.NOFOLLOW_LINKS);
        return FileChannel.open(
                path, there ? StandardOpenOption.CREATE : StandardOpenOption.CREATE_NEW, StandardOpenOption.APPEND);
    }

    public static ActiveFile open(Path path, Opener opener) throws IOException {
        FileMover.makeDirectory(path);
        for (int i = 0; i < ATTEMPTS; i++) {
            Object before = Files.exists(path) ? identity(path) : null;
            if (SpecialFile.isSpecial(path)) {
                // To open a FIFO would wait for its reader, and keep the files of this process from being written.
                throw new FileSystemException(path.toString(), null, "it is a FIFO, a socket or a device");
            }
            FileChannel channel;
            try {
                channel = opener.open(path);
            } catch (FileAlreadyExistsException e) {
                continue; // another process was faster
            }
            try {
                Object after = identity(path);
                // The opened file is only certain when the path led to the same file before and after: another file's
                // identity would
                // mislead a successor that has to find out what was written.
                if (after == null || after.equals(before)) {
                    return new ActiveFile(opener, path, channel, after, channel.size());
                }
            } catch (NoSuchFileException e) {
                channel.close();
                continue;
            } catch (IOException e) {
                channel.close();
                throw e;
            }
            channel.close();
        }
        throw new FileSystemException(path.toString(), null, "it is replaced again and again");
    }

    private static @Nullable Object identity(Path path) throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
    }

    /** Begins a new file; the old one stays open and in use when that fails. */
    void switchTo(Path next) throws IOException {
        ActiveFile opened = open(next, opener);
        FileChannel old = channel;
        path = next;
        channel = opened.channel;
        identity = opened.identity;
        identityHash = opened.identityHash;
        length = opened.length;
        old.close();
    }

    /** Writes all bytes. After a failure, the buffer's position and {@link #length} show how many bytes were written. */
    void write(ByteBuffer lines) throws IOException {
        while (lines.hasRemaining()) {
            if (!channel.isOpen()) {
                switchTo(path);
            }
            int before = lines.position();
            int limit = lines.limit();
            try {
                lines.limit(before + FaultPoint.allowed(lines.remaining()));
                channel.write(lines);
            } catch (ClosedByInterruptException e) {
                // An interrupt closes the channel even after a complete write. Helper threads can't be interrupted, but
                // the command `drain` writes in a thread like any other. The interrupt is dropped: kept, it would close
                // every channel that is opened from here on.
                Thread.interrupted();
            } finally {
                lines.limit(limit);
                length += lines.position() - before;
            }
        }
    }

    /** Looks at the file system; costs a system call and a little garbage. */
    Fate look() throws IOException {
        BasicFileAttributes now;
        try {
            now = Files.readAttributes(path, BasicFileAttributes.class);
        } catch (NoSuchFileException | NotDirectoryException e) {
            return Fate.GONE;
        }
        if (!Objects.equals(now.fileKey(), identity)) {
            return Fate.REPLACED;
        }
        long size = now.size();
        Fate fate = size < length ? Fate.TRUNCATED : Fate.SAME;
        length = size;
        return fate;
    }

    void empty() throws IOException {
        // O_APPEND and truncation exclude each other in open(), not afterwards.
        channel.truncate(0);
        length = 0;
    }

    /** See {@link FileIdentity}. */
    long identityHash() {
        return identityHash;
    }

    Path path() {
        return path;
    }

    long length() {
        return length;
    }

    void close() throws IOException {
        channel.close();
    }
}
