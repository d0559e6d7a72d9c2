package dev.tailrace.engine.drain;

import dev.tailrace.bytes.CrashPoint;
import dev.tailrace.engine.sink.FileIdentity;
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
import java.util.Arrays;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds out from the log file how much of a dead drainer's last write is there, without ever removing a byte. The rules are in {@code
 * docs/reference/format.md}.
 *
 * <p>Bytes that are missing at the very end of their intended file are appended right here: a second look would find them. Anywhere else
 * they need a new intent, or a second crash would write them twice.
 */
public final class Redo {
    /**
     * The rest of the write.
     *
     * @param from index of the first staged byte that is missing and needs a new intent; the number of staged bytes when nothing is left to
     *     do
     * @param changed whether the file was changed from outside, so that some lines may be in the log twice
     */
    public record Rest(int from, boolean changed) {}

    private static final int CHUNK = 1 << 16;
    /** Within a line of another program, fewer bytes may equal the staged ones by chance. */
    private static final int NO_CHANCE = 16;

    private final Intent intent;
    private final ByteBuffer lines;
    private final int length;
    private final byte[] found = new byte[CHUNK];
    /** A copy: comparing mapped memory in place ends the process when the file is truncated meanwhile. */
    private final byte[] staged = new byte[CHUNK];

    private Redo(Intent intent) {
        this.intent = intent;
        this.lines = intent.lines();
        this.length = lines.limit();
    }

    /**
     * The plan for the rest of the write.
     *
     * @param from index of the first staged byte that is missing
     * @param inPlace whether the missing bytes belong at the end of their intended file
     * @param changed whether the file is not what it was
     */
    public record Plan(int from, boolean inPlace, boolean changed) {}

    public static Rest run(Intent intent) throws IOException {
        Redo redo = new Redo(intent);
        Plan plan = redo.plan();
        if (plan.inPlace() && plan.from() < redo.length) {
            redo.append(plan.from());
            return new Rest(redo.length, false);
        }
        return new Rest(plan.from(), plan.changed());
    }

    /** The plan that {@link #run} would carry out. */
    public static Plan plan(Intent intent) throws IOException {
        return new Redo(intent).plan();
    }

    private Plan plan() throws IOException {
        if (length == 0) {
            return new Plan(0, false, false);
        }
        boolean inPlace = intent.fileIdentity() == 0
                ? Files.exists(intent.path())
                : FileIdentity.of(intent.path()) == intent.fileIdentity();
        Path file = inPlace ? intent.path() : renamed();
        if (file == null || !Files.isRegularFile(file)) {
            return new Plan(0, false, true);
        }
        try (FileChannel channel = FileChannel.open(file, Set.of(StandardOpenOption.READ))) {
            long size = channel.size();
            if (size < intent.offset()) {
                return new Plan(0, false, true);
            }
            Match match = longest(channel, size);
            if (match.count == length) {
                return new Plan(length, inPlace, false);
            }
            if (inPlace && match.at + match.count == size) {
                return new Plan(match.count, true, false);
            }
            return new Plan(lineStart(lines, match.count), false, false);
        } catch (NoSuchFileException e) {
            return new Plan(0, false, true);
        }
    }

    /** The log file, when it was renamed within its directory. */
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

    /** A prefix of the staged bytes that was found in the file. */
    private record Match(long at, int count) {}

    /** The longest match at the offset or behind it: other programs may have written there, too, and not only whole lines. */
    private Match longest(FileChannel channel, long size) throws IOException {
        Match longest = new Match(intent.offset(), common(channel, intent.offset(), size));
        if (longest.at + longest.count == size) {
            return longest;
        }
        byte[] beginning = new byte[Math.min(length, CHUNK)];
        lines.get(0, beginning);
        ByteBuffer chunk = ByteBuffer.allocate(CHUNK);
        boolean beginsLine = false;
        for (long at = intent.offset(); at < size && longest.count < length; at += CHUNK) {
            chunk.clear().limit((int) Math.min(CHUNK, size - at));
            if (!readFully(channel, chunk, at)) {
                return longest;
            }
            for (int i = 0; i < chunk.limit(); i++) {
                byte found = chunk.get(i);
                if (found == beginning[0]) {
                    // Most candidates differ within the bytes already read; a read for each would take minutes behind a
                    // gigabyte.
                    int most = Math.min(beginning.length, chunk.limit() - i);
                    int different = Arrays.mismatch(chunk.array(), i, i + most, beginning, 0, most);
                    int count = different >= 0 ? different : common(channel, at + i, size);
                    if (count > longest.count && (beginsLine || count >= NO_CHANCE)) {
                        longest = new Match(at + i, count);
                    }
                }
                beginsLine = found == '\n';
            }
        }
        return longest;
    }

    /** How many bytes from {@code at} equal the staged ones. */
    private int common(FileChannel channel, long at, long size) throws IOException {
        int most = (int) Math.min(length, size - at);
        ByteBuffer chunk = ByteBuffer.wrap(found);
        int done = 0;
        // Small first: most candidates end within a line.
        int step = Math.min(most, 256);
        while (done < most) {
            chunk.clear().limit(Math.min(step, most - done));
            if (!readFully(channel, chunk, at + done)) {
                return done;
            }
            lines.get(done, staged, 0, chunk.limit());
            int different = Arrays.mismatch(found, 0, chunk.limit(), staged, 0, chunk.limit());
            if (different >= 0) {
                return done + different;
            }
            done += chunk.limit();
            step = CHUNK;
        }
        return done;
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

    /** The beginning of the line that contains the byte at {@code index}. */
    static int lineStart(ByteBuffer lines, int index) {
        int at = index;
        while (at > 0 && lines.get(at - 1) != '\n') {
            at--;
        }
        return at;
    }

    private void append(int from) throws IOException {
        try (FileChannel channel = FileChannel.open(intent.path(), StandardOpenOption.APPEND)) {
            ByteBuffer rest = lines.slice(from, length - from);
            while (rest.hasRemaining()) {
                CrashPoint.reach("redo: before a write");
                channel.write(rest);
            }
            CrashPoint.reach("redo: written");
        }
    }
}
