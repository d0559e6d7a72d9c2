/** Encodes events to the bytes of their lines. */
module dev.tailrace.layout {
    requires static org.jspecify;
    requires dev.tailrace.base;

    exports dev.tailrace.layout to
            dev.tailrace.core;
    exports dev.tailrace.layout.event to
            dev.tailrace.core,
            dev.tailrace.host,
            dev.tailrace.logback,
            dev.tailrace.log4j,
            dev.tailrace.kafka,
            dev.tailrace.otlp,
            dev.tailrace.ship;
    exports dev.tailrace.layout.trace to
            dev.tailrace.kafka,
            dev.tailrace.otlp;
    exports dev.tailrace.spi;
}
