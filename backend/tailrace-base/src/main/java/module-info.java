/** What several modules of the backend share. {@code dev.tailrace.compression} alone is public. */
module dev.tailrace.base {
    requires static org.jspecify;

    uses dev.tailrace.compression.CompressionFormat;

    exports dev.tailrace.compression;
    exports dev.tailrace.bytes to
            dev.tailrace.config,
            dev.tailrace.core,
            dev.tailrace.engine,
            dev.tailrace.layout;
    exports dev.tailrace.finding to
            dev.tailrace.cli,
            dev.tailrace.config,
            dev.tailrace.core,
            dev.tailrace.doctor,
            dev.tailrace.engine;
    exports dev.tailrace.target to
            dev.tailrace.config,
            dev.tailrace.core,
            dev.tailrace.doctor,
            dev.tailrace.engine;
}
