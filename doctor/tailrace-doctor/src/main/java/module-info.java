/** Finds out from the outside what is wrong with a Java application, whatever it logs with. */
@SuppressWarnings("requires-automatic") // HdrHistogram is no module yet.
module dev.tailrace.doctor {
    requires static org.jspecify;
    requires com.google.gson;
    requires dev.tailrace.base;
    requires dev.tailrace.config;
    requires dev.tailrace.core;
    requires dev.tailrace.report;
    requires java.management;
    requires java.net.http;
    requires jdk.attach;
    requires jdk.jfr;
    requires HdrHistogram;

    exports dev.tailrace.doctor to
            dev.tailrace.cli;
    exports dev.tailrace.doctor.evidence;
    exports dev.tailrace.doctor.lint to
            dev.tailrace.cli;
    exports dev.tailrace.doctor.live to
            dev.tailrace.cli;
    exports dev.tailrace.doctor.page to
            dev.tailrace.cli;
    exports dev.tailrace.doctor.ramp to
            dev.tailrace.cli;
}
