/**
 * The engine of Tailrace: encoder, lanes, drainer, sinks and configuration. It has no dependency at run time.
 */
module dev.tailrace.core {
    requires static org.jspecify;
    requires static java.management;
    requires java.xml;

    uses dev.tailrace.compression.CompressionFormat;

    exports dev.tailrace;
    exports dev.tailrace.compression;
    exports dev.tailrace.config to
            dev.tailrace.cli,
            dev.tailrace.doctor,
            dev.tailrace.lint;
    exports dev.tailrace.drain to
            dev.tailrace.cli;
    exports dev.tailrace.journal to
            dev.tailrace.cli;
    exports dev.tailrace.encode to
            dev.tailrace.slf4j;
}
