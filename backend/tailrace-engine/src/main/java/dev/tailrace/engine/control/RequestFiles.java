package dev.tailrace.engine.control;

import dev.tailrace.bytes.MappedFiles;
import dev.tailrace.bytes.Uninterrupted;
import dev.tailrace.engine.journal.owner.Owner;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;

/**
 * The files of a request: {@code OWNER.ID.request} is written by another process, which then counts up a word in the owner's mapped file,
 * so that the owner's process learns of it without a system call; the owner's process writes {@code OWNER.ID.answer}. Each file appears
 * whole, by a rename. Deleting a request means taking it: the owner's process does so to answer it, the requester to withdraw it.
 * Stateless.
 */
final class RequestFiles {
    static final int MOST_REQUEST = 1 << 16;
    static final int MOST_ANSWER = 1 << 22;

    private RequestFiles() {}

    /** The file isn't a request that this process accepts. */
    static final class RefusedException extends IOException {
        private static final long serialVersionUID = 1;

        RefusedException(String reason) {
            super(reason);
        }
    }

    static Path request(Path directory, String owner, String id) {
        return directory.resolve(owner + "." + id + Owner.REQUEST);
    }

    static Path answer(Path request) {
        String name = String.valueOf(request.getFileName());
        return request.resolveSibling(name.substring(0, name.length() - Owner.REQUEST.length()) + Owner.ANSWER);
    }

    /** Writes a file that other processes see whole or not at all, readable by its owner only. */
    static void write(Path file, String text) throws IOException {
        Path unfinished = file.resolveSibling(file.getFileName() + Owner.UNFINISHED);
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        boolean posix = file.getFileSystem().supportedFileAttributeViews().contains("posix");
        FileAttribute<?>[] attributes = posix
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(
                            EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE))
                }
                : new FileAttribute<?>[0];
        try {
            try (FileChannel out = FileChannel.open(
                    unfinished,
                    Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS),
                    attributes)) {
                ByteBuffer rest = ByteBuffer.wrap(bytes);
                while (rest.hasRemaining()) {
                    out.write(rest);
                }
            }
            Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException | RuntimeException e) {
            Files.deleteIfExists(unfinished);
            throw e;
        }
    }

    /**
     * Reads a file that only this user can have written.
     *
     * @param most in bytes
     * @throws RefusedException when the file is a link, too long, another user's, open to others, or not UTF-8
     */
    static String read(Path file, int most) throws IOException {
        requireOwn(file);
        byte[] bytes = Uninterrupted.call(() -> bytes(file, most));
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new RefusedException("it is no UTF-8");
        }
    }

    private static void requireOwn(Path file) throws IOException {
        try {
            MappedFiles.requireFile(file);
        } catch (MappedFiles.NotAFileException e) {
            throw new RefusedException("it is a link or not a file");
        }
        if (!file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            return;
        }
        Path directory = file.toAbsolutePath().getParent();
        PosixFileAttributes own = Files.readAttributes(file, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        // The directory is this user's, or there would be no lanes in it.
        if (directory == null || !own.owner().equals(Files.getOwner(directory, LinkOption.NOFOLLOW_LINKS))) {
            throw new RefusedException("it belongs to user " + own.owner().getName());
        }
        if (own.permissions().stream().anyMatch(each -> !each.name().startsWith("OWNER_"))) {
            throw new RefusedException("it is open to others, " + PosixFilePermissions.toString(own.permissions()));
        }
    }

    private static byte[] bytes(Path file, int most) throws IOException {
        try (FileChannel in = FileChannel.open(file, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
            long size = in.size();
            if (size > most) {
                throw new RefusedException("it has " + size + " bytes, and at most " + most + " are read");
            }
            ByteBuffer all = ByteBuffer.allocate((int) size);
            int count;
            do {
                count = in.read(all);
            } while (count > 0 && all.hasRemaining());
            byte[] read = new byte[all.position()];
            all.flip().get(read);
            return read;
        }
    }
}
