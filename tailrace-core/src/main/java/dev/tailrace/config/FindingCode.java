package dev.tailrace.config;

/**
 * The stable codes. TR1xxx configuration, TR2xxx files and sinks, TR3xxx lanes and memory, TR4xxx losses at run time. Each has
 * its anchor in docs/findings.md. A code is never reused.
 */
public enum FindingCode {
    UNKNOWN_ELEMENT("TR1001", Severity.WARNING, "Unknown element");

    /** How bad it is. */
    public enum Severity {
        INFO,
        WARNING,
        ERROR
    }

    private final String code;
    private final Severity severity;
    private final String title;

    FindingCode(String code, Severity severity, String title) {
        this.code = code;
        this.severity = severity;
        this.title = title;
    }

    public String code() {
        return code;
    }

    public Severity severity() {
        return severity;
    }

    public String title() {
        return title;
    }
}
