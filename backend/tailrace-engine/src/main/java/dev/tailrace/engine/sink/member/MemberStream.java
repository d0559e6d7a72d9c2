package dev.tailrace.engine.sink.member;

import dev.tailrace.engine.sink.Compression;
import dev.tailrace.engine.sink.FilePart;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a file of members, however damaged it is: from a torn member all lines that can be unpacked, and between members another
 * program's bytes unchanged. Fails only where the file can't be read. Each byte of the file is unpacked at most once, and memory use
 * doesn't depend on the file's content.
 */
public final class MemberStream extends InputStream {
    private static final int CHUNK = 1 << 13;
    private static final int SEARCH = 1 << 16;
    /** A line that is longer than this is passed on before its end is seen. */
    private static final int LONGEST_HELD = 1 << 20;

    private final FileChannel channel;
    private final Compression format;
    private final byte[] chunk = new byte[CHUNK];
    private final long size;
    private long at;

    /** The next bytes to return. */
    private ByteBuffer ready = ByteBuffer.allocate(0);
    /** The beginning of a member's line, which is only valid once the member proves to be whole, or the line ends. */
    private final ByteArrayOutputStream held = new ByteArrayOutputStream();

    /** The input of a member, or of bytes between members; null between two parts. */
    private @Nullable InputStream part;

    private boolean isMember;
    private long partEnd;
    /** Bytes of the member that are still to come; −1 where the member isn't known to be whole. */
    private long rawLeft;

    private boolean midLine;

    public MemberStream(Path file, Compression format) throws IOException {
        this(FileChannel.open(file, StandardOpenOption.READ), format);
    }

    /** Opens a stream that closes the channel with itself. */
    public MemberStream(FileChannel channel, Compression format) throws IOException {
        this.channel = channel;
        this.format = format;
        this.size = channel.size();
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        while (!ready.hasRemaining() && length > 0) {
            if (part != null) {
                readPart(part);
            } else if (at < size) {
                begin();
            } else {
                return -1;
            }
        }
        int count = Math.min(length, ready.remaining());
        ready.get(into, offset, count);
        return count;
    }

    private void begin() throws IOException {
        ByteBuffer head = MemberFile.read(channel, at, MemberDescriptor.LONGEST_HEAD);
        if (MemberDescriptor.format(head) != format || !MemberDescriptor.isPlausible(format, head)) {
            isMember = false;
            // A partial head after a crash isn't text.
            boolean cut = head.limit() < MemberDescriptor.LONGEST_HEAD && MemberDescriptor.mayBegin(format, head);
            partEnd = cut ? size : next(at + 1);
            part = new FilePart(channel, cut ? size : at, partEnd);
            return;
        }
        isMember = true;
        partEnd = at + MemberDescriptor.length(format, head);
        rawLeft = MemberDescriptor.rawLength(format, head);
        if (partEnd != size && !isMark(partEnd)) {
            long next = next(at + 1);
            if (next < partEnd || partEnd > size) {
                // The member is torn: the next part begins somewhere within its stated length.
                partEnd = next;
                rawLeft = -1;
            }
        }
        FilePart bytes = new FilePart(channel, at, partEnd);
        try {
            part = format.from(bytes);
        } catch (IOException e) {
            endPart();
        }
    }

    private void readPart(InputStream from) throws IOException {
        int count;
        try {
            count = from.read(chunk);
        } catch (IOException e) {
            if (!isMember) {
                throw e;
            }
            count = -1;
            rawLeft = -1;
        }
        if (count < 0) {
            if (isMember && rawLeft == 0) {
                give(held.toByteArray());
            } else if (!isMember && midLine) {
                give(new byte[] {'\n'});
            }
            endPart();
        } else if (isMember) {
            rawLeft = rawLeft < count ? -1 : rawLeft - count;
            take(count);
        } else {
            give(withoutZeros(count));
        }
    }

    private void endPart() throws IOException {
        InputStream over = part;
        part = null;
        at = partEnd;
        held.reset();
        if (over != null) {
            over.close();
        }
    }

    /** Passes on whole lines at once. */
    private void take(int count) {
        int end = count;
        while (end > 0 && chunk[end - 1] != '\n') {
            end--;
        }
        if (end > 0 || held.size() + count > LONGEST_HELD) {
            int out = end > 0 ? end : count;
            held.write(chunk, 0, out);
            give(held.toByteArray());
            held.reset();
            end = out;
        }
        held.write(chunk, end, count - end);
    }

    private void give(byte[] bytes) {
        ready = ByteBuffer.wrap(bytes);
        if (bytes.length > 0) {
            midLine = bytes[bytes.length - 1] != '\n';
        }
    }

    /** Removes zeros, which a file system leaves that had reserved the room but not received the bytes. */
    private byte[] withoutZeros(int count) {
        byte[] bytes = new byte[count];
        int length = 0;
        for (int i = 0; i < count; i++) {
            if (chunk[i] != 0) {
                bytes[length++] = chunk[i];
            }
        }
        return Arrays.copyOf(bytes, length);
    }

    private boolean isMark(long position) throws IOException {
        return MemberDescriptor.mayBegin(format, MemberFile.read(channel, position, MemberDescriptor.LONGEST_HEAD));
    }

    /** The beginning of the next member from {@code from} on; the file's end where there is none. */
    private long next(long from) throws IOException {
        for (long position = from; position < size; ) {
            ByteBuffer bytes = MemberFile.read(channel, position, SEARCH);
            int last = bytes.limit() - MemberDescriptor.markLength(format);
            for (int i = 0; i <= last; i++) {
                if (MemberDescriptor.isMark(format, bytes, i)) {
                    return position + i;
                }
            }
            if (bytes.limit() < SEARCH) {
                return size;
            }
            position += last + 1;
        }
        return size;
    }

    @Override
    public void close() throws IOException {
        channel.close();
        InputStream open = part;
        part = null;
        if (open != null) {
            open.close();
        }
    }
}
