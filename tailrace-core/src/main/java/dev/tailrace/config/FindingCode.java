package dev.tailrace.config;

/**
 * The stable codes. TR1xxx configuration, TR2xxx files and sinks, TR3xxx lanes and memory, TR4xxx losses at run time. Each has
 * its anchor in docs/findings.md. A code is never reused.
 */
public enum FindingCode {
    UNKNOWN_ELEMENT("TR1001", Severity.WARNING, "Unknown element"),

    LOG_FILE_UNWRITABLE("TR2001", Severity.ERROR, "Log file can't be written"),
    LOG_PATH_IS_DIRECTORY("TR2002", Severity.ERROR, "Log path is a directory"),
    LOG_DIRECTORY_UNWRITABLE("TR2003", Severity.ERROR, "Log directory can't be written"),
    LOG_FILE_IN_USE("TR2004", Severity.WARNING, "Log file is in use"),
    WRITE_FAILED("TR2005", Severity.ERROR, "Writing fails"),
    WRITE_RECOVERED("TR2006", Severity.INFO, "Writing works again"),
    ROLL_FAILED("TR2007", Severity.ERROR, "File can't be rolled"),
    ARCHIVING_FAILED("TR2008", Severity.WARNING, "Finished file can't be put away"),
    COMPRESSION_FAILED("TR2009", Severity.WARNING, "Finished file can't be compressed"),
    FILE_CHANGED_OUTSIDE("TR2010", Severity.WARNING, "Log file was changed from outside"),
    UNKNOWN_COMPRESSION("TR2011", Severity.WARNING, "Unknown compression"),
    ROLLING_PATTERN_UNUSABLE("TR2012", Severity.ERROR, "Rolling file name pattern can't be used"),
    SIZE_CAP_IGNORED("TR2013", Severity.WARNING, "Total size cap has no effect");

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
