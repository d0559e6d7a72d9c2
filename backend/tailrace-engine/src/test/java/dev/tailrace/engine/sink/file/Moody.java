package dev.tailrace.engine.sink.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** A file that takes fewer bytes than it is given, or none: now and then, or, without a source of chance, always. */
public class Moody extends FileChannel {
    public final FileChannel real;
    private final @Nullable Random random;

    public Moody(FileChannel real, @Nullable Random random) {
        this.real = real;
        this.random = random;
    }

    @Override
    public int write(ByteBuffer bytes) throws IOException {
        if (random == null || random.nextInt(4) == 0) {
            throw new IOException("No space left on device");
        }
        int count = 1 + random.nextInt(bytes.remaining());
        int limit = bytes.limit();
        bytes.limit(bytes.position() + count);
        try {
            real.write(bytes);
        } finally {
            bytes.limit(limit);
        }
        if (random.nextInt(4) == 0) {
            throw new IOException("failed after " + count);
        }
        return count;
    }

    @Override
    public long size() throws IOException {
        return real.size();
    }

    @Override
    protected void implCloseChannel() throws IOException {
        real.close();
    }

    @Override
    public int read(ByteBuffer bytes) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long read(ByteBuffer[] bytes, int offset, int length) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long write(ByteBuffer[] bytes, int offset, int length) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long position() {
        throw new UnsupportedOperationException();
    }

    @Override
    public FileChannel position(long position) {
        throw new UnsupportedOperationException();
    }

    @Override
    public FileChannel truncate(long size) throws IOException {
        real.truncate(size);
        return this;
    }

    @Override
    public void force(boolean metaData) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long transferTo(long position, long count, WritableByteChannel target) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long transferFrom(ReadableByteChannel source, long position, long count) {
        throw new UnsupportedOperationException();
    }

    @Override
    public int read(ByteBuffer bytes, long position) {
        throw new UnsupportedOperationException();
    }

    @Override
    public int write(ByteBuffer bytes, long position) {
        throw new UnsupportedOperationException();
    }

    @Override
    public MappedByteBuffer map(MapMode mode, long position, long size) {
        throw new UnsupportedOperationException();
    }

    @Override
    public FileLock lock(long position, long size, boolean shared) {
        throw new UnsupportedOperationException();
    }

    @Override
    public FileLock tryLock(long position, long size, boolean shared) {
        throw new UnsupportedOperationException();
    }
}
