/** Sends records off this machine: the row of files, and what is remembered; lines over TCP. */
module dev.tailrace.ship {
    requires static org.jspecify;
    requires dev.tailrace.base;
    requires dev.tailrace.config;
    requires transitive dev.tailrace.core;
    requires dev.tailrace.layout;

    exports dev.tailrace.ship to
            dev.tailrace.cli,
            dev.tailrace.kafka,
            dev.tailrace.otlp;

    provides dev.tailrace.target.TargetProvider with
            dev.tailrace.ship.lines.LinesProvider;
}
