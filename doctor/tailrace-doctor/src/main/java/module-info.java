/** Finds out from the outside what is wrong with a Java application, whatever it logs with. */
module dev.tailrace.doctor {
    requires static org.jspecify;
    requires com.google.gson;
    requires dev.tailrace.base;
    requires dev.tailrace.config;
    requires dev.tailrace.lint;
    requires dev.tailrace.loadtest;
    requires dev.tailrace.probe;
    requires dev.tailrace.report;
    requires jdk.jfr;

    exports dev.tailrace.doctor to
            dev.tailrace.cli;
    exports dev.tailrace.doctor.page to
            dev.tailrace.cli;
}
