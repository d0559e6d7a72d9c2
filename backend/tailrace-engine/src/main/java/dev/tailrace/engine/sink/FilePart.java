package dev.tailrace.engine.sink;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** The bytes of a file from one position to another, or to its end. Closing it leaves the file open. */
public final class FilePart extends InputStream {
    private final FileChannel channel;
    private final long end;
    private long position;

    public FilePart(FileChannel channel, long begin, long end) {
        this.channel = channel;
        this.position = begin;
        this.end = end;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        int most = (int) Math.min(length, end - position);
        int count = most <= 0 ? -1 : channel.read(ByteBuffer.wrap(into, offset, most), position);
        position += Math.max(0, count);
        return count;
    }
}
