/**
 * Packages that several modules of the backend share. Modules that add a compression format, open a log or read findings may use them;
 * bytes is closed to them.
 */
module dev.tailrace.base {
    requires static org.jspecify;

    uses dev.tailrace.compression.CompressionFormat;

    exports dev.tailrace.compression;
    exports dev.tailrace.bytes to
            dev.tailrace.config,
            dev.tailrace.core,
            dev.tailrace.engine,
            dev.tailrace.guest,
            dev.tailrace.host,
            dev.tailrace.layout,
            dev.tailrace.logback,
            dev.tailrace.log4j,
            dev.tailrace.kafka,
            dev.tailrace.otlp,
            dev.tailrace.ship;
    exports dev.tailrace.level to
            dev.tailrace.cli,
            dev.tailrace.config,
            dev.tailrace.core,
            dev.tailrace.guest;
    exports dev.tailrace.finding;
    exports dev.tailrace.destination;
}
