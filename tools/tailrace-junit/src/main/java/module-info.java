/** Measures what each test logs, compares the figures with a baseline and fails the test that logs too much. */
module dev.tailrace.junit {
    requires static org.jspecify;
    // The jar contains these two modules, relocated; only compilation and a run from class folders need them.
    requires static dev.tailrace.report;
    requires static com.google.gson;
    // Gson checks whether it is present.
    requires static java.sql;
    requires transitive org.junit.platform.launcher;
    requires transitive org.junit.jupiter.api;
    requires static dev.tailrace.core;
    // Only for projects with AssertJ.
    requires static org.assertj.core;
    requires static org.slf4j;
    requires static ch.qos.logback.classic;
    requires static ch.qos.logback.core;
    requires static org.apache.logging.log4j;
    requires static org.apache.logging.log4j.core;
    requires static jdk.jfr;
    // CPU time and allocation of threads.
    requires java.management;
    requires jdk.management;
    // Log4j announces a new configuration by a property change listener.
    requires static java.desktop;

    exports dev.tailrace.junit;

    provides org.junit.platform.launcher.TestExecutionListener with
            dev.tailrace.junit.KpiListener;
    provides org.junit.platform.engine.TestEngine with
            dev.tailrace.junit.KpiEngine;
    provides org.junit.jupiter.api.extension.Extension with
            dev.tailrace.junit.KpiExtension;
}
