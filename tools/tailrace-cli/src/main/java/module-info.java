/** The ./tailrace command. */
module dev.tailrace.cli {
    requires static org.jspecify;
    requires info.picocli;
    requires org.jline.terminal;
    requires dev.tailrace.base;
    requires dev.tailrace.config;
    requires dev.tailrace.core;
    requires dev.tailrace.doctor;
    requires dev.tailrace.engine;
    requires dev.tailrace.guest;
    requires dev.tailrace.lint;
    requires dev.tailrace.loadtest;
    requires dev.tailrace.probe;
    requires dev.tailrace.report;
    requires dev.tailrace.ship;

    opens dev.tailrace.cli to
            info.picocli;
}
