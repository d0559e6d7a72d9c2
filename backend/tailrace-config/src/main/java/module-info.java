/** Configuration files to records and findings. Starts nothing. */
module dev.tailrace.config {
    requires static org.jspecify;
    requires dev.tailrace.base;
    requires java.xml;

    exports dev.tailrace.config to
            dev.tailrace.core,
            dev.tailrace.doctor,
            dev.tailrace.host,
            dev.tailrace.lint;
    exports dev.tailrace.config.source;
    exports dev.tailrace.config.xml to
            dev.tailrace.host,
            dev.tailrace.logback,
            dev.tailrace.log4j;
    exports dev.tailrace.config.model to
            dev.tailrace.cli,
            dev.tailrace.core,
            dev.tailrace.doctor,
            dev.tailrace.host,
            dev.tailrace.lint,
            dev.tailrace.kafka,
            dev.tailrace.otlp,
            dev.tailrace.ship;
}
