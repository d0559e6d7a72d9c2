package dev.tailrace.probe.jvm;

/** Why doctor can't look at a process, each with its stable code and what helps in most cases. */
public enum RefusalCode {
    /** No process has this number. */
    NO_PROCESS("TR3160", "Find the number of the application with jps or ps."),
    /** The process is something else than a JVM that can be looked into. */
    NOT_A_JVM("TR3161", "Find the number of the application with jps or ps."),
    /** The process belongs to another user. */
    NOT_PERMITTED("TR3162", "Run doctor as the user of the application."),
    /** The JVM refuses to attach. */
    ATTACH_DISABLED(
            "TR3163",
            "Start it without -XX:+DisableAttachMechanism and without -Xrs, or give doctor files: thread dumps, a log of"
                    + " the garbage collection, a flight recording."),
    /** The JVM does not answer. */
    NO_ANSWER(
            "TR3164",
            "See whether it hangs as a whole: kill -QUIT PID has it write a thread dump to its own standard output."),
    /** The process ended while doctor looked at it. */
    ENDED("TR3165", "What was recorded before is in the archive."),
    /** The archive can't be written. */
    NOT_WRITABLE("TR3166", "Name another file with --out, or make room on the disk."),
    /** Doctor's own Java has no way to another JVM. */
    NO_ATTACH(
            "TR3167",
            "Run doctor with a whole JDK, 17 or newer (JAVA_HOME), or give it files: thread dumps, a log of the garbage"
                    + " collection, a flight recording.");

    private final String code;
    private final String remedy;

    RefusalCode(String code, String remedy) {
        this.code = code;
        this.remedy = remedy;
    }

    /** The stable code. */
    public String code() {
        return code;
    }

    /** The remedy in most cases; the exception may have a better one. */
    public String remedy() {
        return remedy;
    }
}
