package dev.tailrace.engine.sink.archive;

import dev.tailrace.engine.sink.Compression;
import dev.tailrace.engine.sink.Throttle;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.BooleanSupplier;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Copies the content of a rolled file into another file, compressed or not, at the throttle's pace. Used by one thread. */
final class Packer {
    private static final int CHUNK = 64 * 1024;

    private final Throttle throttle;
    private final byte[] chunk = new byte[CHUNK];

    Packer(Throttle throttle) {
        this.throttle = throttle;
    }

    /**
     * Writes {@code target} anew and forces it to disk.
     *
     * @throws InterruptedIOException when it was asked to give up; the source is untouched then
     */
    void pack(InputStream from, Path target, Compression compression, String entryName, BooleanSupplier givesUp)
            throws IOException {
        throttle.begin();
        // A file of an earlier attempt is emptied, never removed: see ArchiveTransaction.
        boolean again = Files.isRegularFile(target, LinkOption.NOFOLLOW_LINKS);
        if (!again && !Files.isDirectory(target, LinkOption.NOFOLLOW_LINKS)) {
            Files.deleteIfExists(target); // a link or a FIFO
        }
        try (FileChannel to = FileChannel.open(
                target,
                again ? StandardOpenOption.TRUNCATE_EXISTING : StandardOpenOption.CREATE_NEW,
                StandardOpenOption.WRITE,
                LinkOption.NOFOLLOW_LINKS)) {
            OutputStream out = Channels.newOutputStream(to);
            switch (compression) {
                case NONE -> copy(from, out, givesUp);
                case GZIP, DEFLATE, XZ, ZSTD -> {
                    try (OutputStream compressed = compression.over(keepOpen(out))) {
                        copy(from, compressed, givesUp);
                    }
                }
                case ZIP -> {
                    try (ZipOutputStream zip = new ZipOutputStream(keepOpen(out))) {
                        zip.putNextEntry(new ZipEntry(entryName));
                        copy(from, zip, givesUp);
                        zip.closeEntry();
                    }
                }
            }
            to.force(true);
        }
    }

    private void copy(InputStream from, OutputStream out, BooleanSupplier givesUp) throws IOException {
        int count;
        while ((count = from.read(chunk)) >= 0) {
            out.write(chunk, 0, count);
            throttle.pace();
            if (givesUp.getAsBoolean()) {
                throw new InterruptedIOException("stopped before the end");
            }
        }
    }

    /** Closing the compressor must not close the channel, which is still to be forced to disk. */
    private static OutputStream keepOpen(OutputStream out) {
        return new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                out.write(b);
            }

            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                out.write(bytes, offset, length);
            }

            @Override
            public void flush() throws IOException {
                out.flush();
            }
        };
    }
}
