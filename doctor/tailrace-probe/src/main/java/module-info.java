/** Looks at a running JVM without standing in its way, and keeps what it saw as evidence. It must not know what the evidence means. */
module dev.tailrace.probe {
    requires static org.jspecify;
    requires com.google.gson;
    requires java.management;
    requires jdk.attach;

    exports dev.tailrace.probe to
            dev.tailrace.cli,
            dev.tailrace.doctor;
    exports dev.tailrace.probe.archive to
            dev.tailrace.doctor;
    exports dev.tailrace.probe.evidence to
            dev.tailrace.doctor;
    exports dev.tailrace.probe.jvm to
            dev.tailrace.cli,
            dev.tailrace.doctor;
}
