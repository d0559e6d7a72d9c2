package dev.tailrace.doctor;

import dev.tailrace.probe.evidence.Input;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Files that are compressed with gzip, or written in UTF-16, as they are after that: what Windows' shells redirect is UTF-16, with a
 * mark at its beginning or without. Readers see UTF-8. Stateless.
 */
final class Wrapped {
    /** As of an entry of an archive. */
    private static final long LARGEST = 1L << 30;

    /** Nothing honest of this size shrinks more. */
    private static final long HIGHEST_RATIO = 400;

    private static final long RATIO_COUNTS_FROM = 4L << 20;
    private static final int TELLING = 4_096;
    private static final int MOST_LAYERS = 3;

    private Wrapped() {}

    /**
     * The input that readers should see: the same one, or what is in it.
     *
     * @param head its first bytes
     * @throws IOException when it can't be unpacked
     */
    static Input of(Input input, byte[] head) throws IOException {
        Input inner = input;
        byte[] begins = head;
        for (int i = 0; i < MOST_LAYERS; i++) {
            if (isGzip(begins)) {
                inner = new Layer(inner, null);
            } else {
                Charset charset = utf16(begins);
                return charset == null ? inner : new Layer(inner, charset);
            }
            try (InputStream in = inner.open()) {
                begins = in.readNBytes(TELLING);
            }
        }
        return inner;
    }

    private static boolean isGzip(byte[] head) {
        return head.length > 2 && head[0] == 0x1F && (head[1] & 0xFF) == 0x8B && head[2] == 8;
    }

    /** UTF-16 by its mark, or because every other byte of what are mostly letters of English is 0; null when it is something else. */
    static @Nullable Charset utf16(byte[] head) {
        if (head.length < 2) {
            return null;
        }
        int first = head[0] & 0xFF;
        int second = head[1] & 0xFF;
        if (first == 0xFF && second == 0xFE) {
            return StandardCharsets.UTF_16LE;
        }
        if (first == 0xFE && second == 0xFF) {
            return StandardCharsets.UTF_16BE;
        }
        int pairs = Math.min(head.length, TELLING) / 2;
        int evenZeros = 0;
        int oddZeros = 0;
        for (int i = 0; i < pairs; i++) {
            evenZeros += head[2 * i] == 0 ? 1 : 0;
            oddZeros += head[2 * i + 1] == 0 ? 1 : 0;
        }
        if (pairs >= 8 && oddZeros * 10 >= pairs * 9 && evenZeros * 20 <= pairs) {
            return StandardCharsets.UTF_16LE;
        }
        return pairs >= 8 && evenZeros * 10 >= pairs * 9 && oddZeros * 20 <= pairs ? StandardCharsets.UTF_16BE : null;
    }

    /**
     * The content of an input.
     *
     * @param charset that it is written in; null: it is compressed
     */
    private record Layer(Input packed, @Nullable Charset charset) implements Input {
        @Override
        public String name() {
            return packed.name();
        }

        @Override
        public InputStream open() throws IOException {
            InputStream in = packed.open();
            try {
                if (charset != null) {
                    return new Recoded(in, charset);
                }
                Counted counted = new Counted(in);
                return new Bounded(new GZIPInputStream(counted), counted);
            } catch (IOException | RuntimeException e) {
                in.close();
                throw e;
            }
        }
    }

    /** Counts what is read. */
    private static final class Counted extends FilterInputStream {
        long count;

        Counted(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            int one = super.read();
            count += one < 0 ? 0 : 1;
            return one;
        }

        @Override
        public int read(byte[] to, int from, int length) throws IOException {
            int some = super.read(to, from, length);
            count += Math.max(0, some);
            return some;
        }
    }

    /** Ends with an error where a small file grows without end. */
    private static final class Bounded extends FilterInputStream {
        private final Counted packed;
        private long count;

        Bounded(InputStream in, Counted packed) {
            super(in);
            this.packed = packed;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] to, int from, int length) throws IOException {
            int some = super.read(to, from, length);
            count += Math.max(0, some);
            boolean bursts = count > RATIO_COUNTS_FROM && count / Math.max(1, packed.count) > HIGHEST_RATIO;
            if (count > LARGEST || bursts) {
                throw new IOException("unpacked it would grow to more than "
                        + (bursts ? HIGHEST_RATIO + " times its size" : LARGEST + " bytes"));
            }
            return some;
        }
    }

    /** Text in UTF-8 that is written otherwise. */
    private static final class Recoded extends InputStream {
        private final Reader in;
        private final char[] chars = new char[8 * 1024];
        private byte[] bytes = new byte[0];
        private int at;
        private boolean first = true;

        Recoded(InputStream in, Charset charset) {
            this.in = new InputStreamReader(in, charset);
        }

        private boolean fill() throws IOException {
            int some = in.read(chars, 0, chars.length - 1);
            if (some <= 0) {
                return false;
            }
            if (Character.isHighSurrogate(chars[some - 1])) {
                int low = in.read();
                if (low >= 0) {
                    chars[some++] = (char) low;
                }
            }
            int from = first && chars[0] == '\uFEFF' ? 1 : 0;
            first = false;
            bytes = new String(chars, from, some - from).getBytes(StandardCharsets.UTF_8);
            at = 0;
            return true;
        }

        @Override
        public int read() throws IOException {
            while (at == bytes.length) {
                if (!fill()) {
                    return -1;
                }
            }
            return bytes[at++] & 0xFF;
        }

        @Override
        public int read(byte[] to, int from, int length) throws IOException {
            if (length == 0) {
                return 0;
            }
            while (at == bytes.length) {
                if (!fill()) {
                    return -1;
                }
            }
            int some = Math.min(length, bytes.length - at);
            System.arraycopy(bytes, at, to, from, some);
            at += some;
            return some;
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }
}
