package dev.tailrace.bytes;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Creates files for mapping. Their space is allocated by writing zeros before the mapping: in a sparse mapping, a file system that
 * runs full is a SIGBUS at some later store; here it is an {@link IOException} now.
 */
public final class MappedFiles {
    private static final int CHUNK = 1 << 16;
    private static final int PAGE = 4096;

    private MappedFiles() {}

    /**
     * Creates a new file of {@code size} zero bytes, readable by its owner only, maps it for reading and writing and touches each
     * page. The file must not exist; links are not followed. On an exception no file is left.
     */
    public static MappedByteBuffer create(Path file, int size) throws IOException {
        Creation creation = new Creation(file, size);
        try {
            return Uninterrupted.call(creation);
        } catch (IOException | RuntimeException | Error e) {
            if (creation.begun) {
                Files.deleteIfExists(file);
            }
            throw e;
        }
    }

    /** Continues where it was interrupted, because a large file takes some time. */
    private static final class Creation implements Uninterrupted.Work<MappedByteBuffer> {
        private final Path file;
        private final int size;
        private boolean begun;

        Creation(Path file, int size) {
            this.file = file;
            this.size = size;
        }

        @Override
        public MappedByteBuffer get() throws IOException {
            try (FileChannel channel = open()) {
                ByteBuffer zeros = ByteBuffer.allocateDirect(Math.min(CHUNK, size));
                // Bytes of an interrupted write count.
                int written = (int) channel.size();
                channel.position(written);
                while (written < size) {
                    zeros.clear().limit(Math.min(zeros.capacity(), size - written));
                    written += channel.write(zeros);
                }
                MappedByteBuffer memory = channel.map(FileChannel.MapMode.READ_WRITE, 0, size);
                for (int index = 0; index < size; index += PAGE) {
                    memory.put(index, (byte) 0);
                }
                return memory;
            }
        }

        private FileChannel open() throws IOException {
            if (begun) {
                return FileChannel.open(
                        file, StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
            }
            FileChannel channel = FileChannel.open(
                    file,
                    Set.of(
                            StandardOpenOption.CREATE_NEW,
                            StandardOpenOption.READ,
                            StandardOpenOption.WRITE,
                            LinkOption.NOFOLLOW_LINKS),
                    ownerOnly(file));
            begun = true;
            return channel;
        }
    }

    /**
     * Fails unless a regular file is there: a link leads elsewhere, and opening a pipe would wait for its other end.
     *
     * @throws NotAFileException when another kind of file is there
     * @throws java.nio.file.NoSuchFileException when nothing is there
     */
    public static void requireFile(Path file) throws IOException {
        if (!Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                .isRegularFile()) {
            throw new NotAFileException(file);
        }
    }

    /** Closes a channel that nothing was written to, so an exception can be ignored. Does nothing for null. */
    public static void closeUnwritten(@Nullable FileChannel channel) {
        if (channel != null) {
            try {
                channel.close();
            } catch (IOException e) {
                // The descriptor is closed all the same.
                return;
            }
        }
    }

    /** A link, a directory or a pipe, for instance, is where a file belongs. */
    public static final class NotAFileException extends FileSystemException {
        private static final long serialVersionUID = 1;

        NotAFileException(Path file) {
            super(file.toString(), null, "it is a link or not a file");
        }
    }

    private static FileAttribute<?>[] ownerOnly(Path file) {
        if (!file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            return new FileAttribute<?>[0];
        }
        return new FileAttribute<?>[] {
            PosixFilePermissions.asFileAttribute(
                    EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE))
        };
    }
}
