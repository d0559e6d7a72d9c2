package dev.tailrace.compress;

import dev.tailrace.compression.CompressionFormat;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZInputStream;
import org.tukaani.xz.XZOutputStream;

/** {@code .xz}: the smallest files, and by far the most work. */
public final class XzFormat implements CompressionFormat {
    /** Takes 32 MB while a file is compressed; the default of xz (6) takes 94 MB, too much beside an application. */
    private static final int PRESET = 3;

    @Override
    public String suffix() {
        return ".xz";
    }

    @Override
    public OutputStream compress(OutputStream to) throws IOException {
        return new XZOutputStream(to, new LZMA2Options(PRESET));
    }

    @Override
    public InputStream decompress(InputStream from) throws IOException {
        return new XZInputStream(from);
    }
}
