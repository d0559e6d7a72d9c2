package dev.tailrace.drain;

import dev.tailrace.bytes.CrashPoint;
import dev.tailrace.sink.FileIdentity;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finishes what a dead drainer had begun, without ever taking a byte back: finds out from the log file how much of the staged lines is
 * there, and appends the rest. The cases are told in {@code docs/format.md}.
 */
final class Redo {
    /** What was found. */
    enum Outcome {
        /** All was there, or the rest was appended. */
        EXACT,
        /** The file was changed from outside: some of the lines may be in the log, or in what became of it, twice. */
        POSSIBLY_TWICE
    }

    private static final int CHUNK = 1 << 16;
    /** So many bytes are compared before the file is read for the rest. */
    private static final int SAMPLE = 64;
    /** A shorter end of the file may equal the beginning of the lines by chance, unless a line begins there. */
    private static final int TELLING = 16;

    private final Intent intent;
    private final ByteBuffer lines;
    private final int length;

    private Redo(Intent intent) {
        this.intent = intent;
        this.lines = intent.lines();
        this.length = lines.limit();
    }

    static Outcome run(Intent intent) throws IOException {
        return new Redo(intent).run();
    }

    private Outcome run() throws IOException {
        if (length == 0) {
            return Outcome.EXACT;
        }
        boolean same = intent.fileIdentity() == 0
                ? Files.exists(intent.path())
                : FileIdentity.of(intent.path()) == intent.fileIdentity();
        Path written = same ? intent.path() : renamed();
        int present = written == null ? -1 : present(written);
        if (present < 0 && written != null && written.equals(intent.path())) {
            // Shorter than it was: whatever went, went with it.
            append(0);
            return Outcome.POSSIBLY_TWICE;
        }
        append(Math.max(0, present));
        return present < 0 ? Outcome.POSSIBLY_TWICE : Outcome.EXACT;
    }

    /** The file under another name in the same directory. */
    private @Nullable Path renamed() throws IOException {
        Path directory = intent.path().toAbsolutePath().getParent();
        if (directory == null || intent.fileIdentity() == 0) {
            return null;
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
            for (Path file : files) {
                if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                        && FileIdentity.of(file) == intent.fileIdentity()) {
                    return file;
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        } catch (NoSuchFileException e) {
            return null;
        }
        return null;
    }

    /** How many of the staged bytes are in the file, from the first; −1 when that can't be known. */
    private int present(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, Set.of(StandardOpenOption.READ))) {
            long size = channel.size();
            if (size < intent.offset()) {
                return -1;
            }
            int there = (int) Math.min(length, size - intent.offset());
            if (equal(channel, intent.offset(), 0, there)) {
                // What follows a beginning of ours, if anything, is all of it.
                return there;
            }
            if (find(channel, size)) {
                return length;
            }
            return beginning(channel, size);
        } catch (NoSuchFileException e) {
            return -1;
        }
    }

    private boolean equal(FileChannel channel, long at, int from, int count) throws IOException {
        ByteBuffer chunk = ByteBuffer.allocate(CHUNK);
        int done = 0;
        while (done < count) {
            chunk.clear().limit(Math.min(CHUNK, count - done));
            if (!readFully(channel, chunk, at + done)) {
                return false;
            }
            chunk.flip();
            if (!chunk.equals(lines.slice(from + done, chunk.limit()))) {
                return false;
            }
            done += chunk.limit();
        }
        return true;
    }

    private static boolean readFully(FileChannel channel, ByteBuffer into, long at) throws IOException {
        long position = at;
        while (into.hasRemaining()) {
            int count = channel.read(into, position);
            if (count < 0) {
                return false;
            }
            position += count;
        }
        return true;
    }

    /** Whether all of the lines stand somewhere behind the offset, after bytes that somebody else wrote there. */
    private boolean find(FileChannel channel, long size) throws IOException {
        int sample = Math.min(SAMPLE, length);
        ByteBuffer chunk = ByteBuffer.allocate(CHUNK + SAMPLE);
        ByteBuffer wanted = lines.slice(0, sample);
        for (long at = intent.offset(); at + length <= size; at += CHUNK) {
            chunk.clear().limit((int) Math.min(chunk.capacity(), size - at));
            if (!readFully(channel, chunk, at)) {
                return false;
            }
            int last = Math.min(CHUNK - 1, chunk.limit() - sample);
            for (int i = 0; i <= last && at + i + length <= size; i++) {
                if (chunk.get(i) == wanted.get(0)
                        && chunk.slice(i, sample).equals(wanted)
                        && equal(channel, at + i, 0, length)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** How many bytes at the end of the file are a beginning of the lines. */
    private int beginning(FileChannel channel, long size) throws IOException {
        int most = (int) Math.min(length - 1L, size - intent.offset());
        ByteBuffer end = ByteBuffer.allocate(most);
        if (!readFully(channel, end, size - most)) {
            return 0;
        }
        for (int from = 0; from < most; from++) {
            int count = most - from;
            if (end.get(from) == lines.get(0) && end.slice(from, count).equals(lines.slice(0, count))) {
                boolean lineBegins = from == 0 || end.get(from - 1) == '\n';
                return count >= TELLING || lineBegins ? count : 0;
            }
        }
        return 0;
    }

    private void append(int from) throws IOException {
        if (from >= length) {
            return;
        }
        Path directory = intent.path().toAbsolutePath().getParent();
        if (directory != null) {
            Files.createDirectories(directory);
        }
        try (FileChannel channel =
                FileChannel.open(intent.path(), StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            ByteBuffer rest = lines.slice(from, length - from);
            while (rest.hasRemaining()) {
                CrashPoint.reach("before a write of the redo");
                channel.write(rest);
            }
            CrashPoint.reach("after the redo");
        }
    }
}
