package dev.tailrace.engine.sink.member;

import dev.tailrace.engine.sink.BatchCompressor;
import dev.tailrace.engine.sink.Compression;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/** Makes the members of a log that is written compressed. */
public final class Members {
    private Members() {}

    /** Whether {@code bytes} begin with a member: then they aren't lines. */
    public static boolean begin(ByteBuffer bytes) {
        return MemberDescriptor.format(bytes) != Compression.NONE;
    }

    /** The smallest number of bytes from which lines can be unpacked. */
    public static int headLength(ByteBuffer member) {
        return MemberDescriptor.headLength(MemberDescriptor.format(member));
    }

    /**
     * Removes a part of a member from a file where it won't be completed: a reader that unpacks the file would find its lines there, and
     * again where the whole member goes. Other programs' bytes behind the part move up.
     */
    public static void withdraw(Path file, long from, long to) throws IOException {
        MemberFile.remove(file, from, to);
    }

    public static BatchCompressor compressor(Compression format) {
        return format == Compression.GZIP ? new Gzip() : new ByModule(format);
    }

    /** Uses one deflater for all members, which a stream for each member would not allow. */
    private static final class Gzip implements BatchCompressor {
        private static final int TRAILER = 8;
        /** The default of gzip, and of Logback and Log4j: level 1 takes half the time and a fifth more disk. */
        private static final int LEVEL = 6;

        private final Deflater deflater = new Deflater(LEVEL, true);
        private final CRC32 crc = new CRC32();
        private byte[] bytes = new byte[1 << 15];

        @Override
        public ByteBuffer compress(ByteBuffer lines) {
            int raw = lines.remaining();
            crc.reset();
            crc.update(lines.duplicate());
            deflater.reset();
            deflater.setInput(lines.duplicate());
            deflater.finish();
            int end = MemberDescriptor.headLength(Compression.GZIP);
            while (!deflater.finished()) {
                ensure(end + TRAILER + 1);
                end += deflater.deflate(bytes, end, bytes.length - end - TRAILER);
            }
            end = number(end, (int) crc.getValue());
            end = number(end, raw);
            MemberDescriptor.putHead(Compression.GZIP, bytes, end, raw);
            return ByteBuffer.wrap(bytes, 0, end).slice();
        }

        private void ensure(int length) {
            if (length > bytes.length) {
                bytes = Arrays.copyOf(bytes, Math.max(length, bytes.length * 2));
            }
        }

        private int number(int at, int value) {
            for (int i = 0; i < 4; i++) {
                bytes[at + i] = (byte) (value >>> (8 * i));
            }
            return at + 4;
        }

        @Override
        public void close() {
            deflater.end();
        }
    }

    private static final class ByModule implements BatchCompressor {
        private static final int CHUNK = 1 << 13;

        private final Compression format;
        private final byte[] chunk = new byte[CHUNK];

        ByModule(Compression format) {
            this.format = format;
        }

        @Override
        public ByteBuffer compress(ByteBuffer lines) throws IOException {
            int raw = lines.remaining();
            ByteBuffer from = lines.duplicate();
            ByteArrayOutputStream to = new ByteArrayOutputStream(CHUNK);
            to.write(chunk, 0, MemberDescriptor.headLength(format));
            try (OutputStream out = format.over(to)) {
                while (from.hasRemaining()) {
                    int count = Math.min(from.remaining(), CHUNK);
                    from.get(chunk, 0, count);
                    out.write(chunk, 0, count);
                }
            }
            byte[] bytes = to.toByteArray();
            MemberDescriptor.putHead(format, bytes, bytes.length, raw);
            return ByteBuffer.wrap(bytes);
        }

        @Override
        public void close() {
            // Each member's stream frees its own.
        }
    }
}
