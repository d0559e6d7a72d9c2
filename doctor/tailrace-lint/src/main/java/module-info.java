/** Says what is wrong with a configuration of logging. It must not know where that came from, and of no running JVM. */
module dev.tailrace.lint {
    requires static org.jspecify;
    requires dev.tailrace.base;
    requires dev.tailrace.config;

    exports dev.tailrace.lint to
            dev.tailrace.cli,
            dev.tailrace.doctor;
    exports dev.tailrace.lint.live to
            dev.tailrace.doctor;
    exports dev.tailrace.lint.remark to
            dev.tailrace.cli,
            dev.tailrace.doctor;
}
