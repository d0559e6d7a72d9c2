/** Finished log files as {@code .xz} and {@code .zst}. */
module dev.tailrace.compress {
    requires static org.jspecify;
    requires dev.tailrace.base;
    requires org.tukaani.xz;
    requires com.github.luben.zstd_jni;

    provides dev.tailrace.compression.CompressionFormat with
            dev.tailrace.compress.XzFormat,
            dev.tailrace.compress.ZstdFormat;
}
