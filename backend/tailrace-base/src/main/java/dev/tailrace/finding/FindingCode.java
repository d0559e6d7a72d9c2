package dev.tailrace.finding;

import static dev.tailrace.finding.FindingCode.Severity.ERROR;
import static dev.tailrace.finding.FindingCode.Severity.INFO;
import static dev.tailrace.finding.FindingCode.Severity.WARNING;

import java.util.Locale;

/**
 * The stable codes. TR1xxx configuration, TR2xxx files and sinks, TR3xxx lanes and memory, TR4xxx losses at run time. Each has
 * its anchor in docs/reference/findings.md. A code is never reused.
 *
 * <p>Long, because it is one list.
 */
public enum FindingCode {
    // Words of the configuration.
    UNKNOWN_ELEMENT("TR1001", WARNING, "Unknown element", "Correct its spelling, or remove it."),
    UNKNOWN_ATTRIBUTE("TR1002", WARNING, "Unknown attribute", "Correct its spelling, or remove it."),
    UNKNOWN_OPTION(
            "TR1003",
            WARNING,
            "Unknown option",
            "Correct its spelling, or remove it; where another class has the option, do what the message says."),
    UNKNOWN_CLASS(
            "TR1004",
            WARNING,
            "Class not supported",
            "Use a class that docs/reference/logback.md or log4j2.md lists, or stay with Logback where you need yours."),
    NOT_SUPPORTED(
            "TR1005",
            WARNING,
            "Element or option not supported",
            "Remove it, or do without it; the message says what does the same, if something does."),
    MISSING_ATTRIBUTE("TR1006", ERROR, "Required attribute missing", "Add the attribute."),
    UNEXPECTED_TEXT(
            "TR1007", WARNING, "Unexpected text between elements", "Remove it, or put it into the element it is for."),
    CLASS_NOT_FOUND(
            "TR1008", ERROR, "Class not found", "Correct its name, or put the library that has it on the class path."),
    JMX_NOT_USED(
            "TR1009",
            INFO,
            "jmxConfigurator registers no MBean",
            "Set levels of a running process with ./tailrace level, or with Spring Boot by /actuator/loggers."),

    // The file as a whole.
    NOT_XML("TR1010", ERROR, "Configuration is not well-formed XML", "Correct the file at this line and restart."),
    DOCTYPE_IGNORED(
            "TR1011", WARNING, "DOCTYPE not read", "Remove the DOCTYPE and write the values where they are used."),
    NOT_A_CONFIGURATION(
            "TR1012",
            ERROR,
            "No <configuration> element",
            "Wrap the whole file in <configuration>...</configuration>."),
    FILE_NOT_FOUND(
            "TR1013",
            ERROR,
            "Configuration file not found",
            "Correct the path, or remove the property to use the file on the class path."),
    FILE_NOT_READABLE(
            "TR1014", ERROR, "Configuration file not readable", "Let the user of this process read the file."),
    FORMAT_NOT_READ(
            "TR1015",
            ERROR,
            "Configuration in a format that is not read",
            "Write it as XML, or Log4j 2's as properties."),
    SEVERAL_FILES(
            "TR1016",
            WARNING,
            "Several configuration files on the class path",
            "Keep one of them, or name the one you mean with -Dtailrace.config=FILE."),
    TOO_LARGE("TR1017", ERROR, "Configuration too large", "Make it smaller; the limit is in the message."),
    MORE_FINDINGS("TR1018", WARNING, "More findings than are shown", "Correct those that are shown first."),
    INCLUDE_NOT_READ(
            "TR1019",
            WARNING,
            "Included file not read",
            "Correct its name, or write optional=\"true\" if it may be missing."),

    // Variables.
    UNDEFINED_VARIABLE("TR1020", WARNING, "Undefined variable", "Define it, or write a default: ${NAME:-default}."),
    CIRCULAR_VARIABLE(
            "TR1021", ERROR, "Circular reference between variables", "Give one of the variables a value of its own."),
    MALFORMED_VARIABLE(
            "TR1022",
            WARNING,
            "Variable not closed, or a brace too many",
            "Write ${NAME} or ${NAME:-default}, and as many } as {."),
    VALUE_TOO_LONG("TR1023", ERROR, "Value too long after substitution", "Shorten the variables it is made of."),
    PROPERTIES_NOT_READ(
            "TR1024",
            WARNING,
            "Property file not read",
            "Correct its name and permissions, or write the properties into this file."),
    CONDITION_NOT_UNDERSTOOD(
            "TR1025",
            ERROR,
            "Condition of an if element not supported",
            "Write it as docs/reference/logback.md shows."),
    STRINGS_BY_IDENTITY(
            "TR1026",
            WARNING,
            "Strings compared by identity",
            "Write property(\"a\").equals(\"b\"), which means the same everywhere."),
    LOOKUP_NOT_SUPPORTED(
            "TR1027",
            WARNING,
            "Lookup not supported",
            "Use ${sys:...}, ${env:...}, ${date:...} or a property, or write the value itself."),
    SPRING_ASSUMED(
            "TR1028",
            INFO,
            "Spring profile or property resolved without Spring",
            "Use tailrace-spring-boot, which asks Spring; or set -Dspring.profiles.active, and define variables by -D."),
    SPRING_NOT_READ("TR1029", WARNING, "Settings of Spring that are not read", "Write it by its present name."),

    // Values.
    BAD_LEVEL("TR1030", WARNING, "Unknown level", "Use TRACE, DEBUG, INFO, WARN, ERROR, ALL or OFF."),
    BAD_BOOLEAN("TR1031", WARNING, "Invalid boolean", "Write true or false."),
    BAD_NUMBER("TR1032", WARNING, "Invalid number", "Write a whole number within the range in the message."),
    BAD_SIZE("TR1033", WARNING, "Invalid size", "Write a size such as 500KB, 10MB or 2GB."),
    BAD_SETTING(
            "TR1034",
            WARNING,
            "Invalid value of a Tailrace setting",
            "Use one of the values that docs/reference/settings.md lists."),
    BAD_VALUE("TR1035", WARNING, "Invalid value", "Use one of the values in the message."),
    SETTING_OF_THE_PROCESS(
            "TR1037",
            WARNING,
            "Setting belongs to the whole process",
            "Move it to a <tailrace> element directly inside <configuration>."),

    // Appenders and loggers.
    UNKNOWN_APPENDER(
            "TR1040", WARNING, "Appender not defined", "Define the appender, or correct or remove the reference."),
    APPENDER_DEFINED_TWICE("TR1041", WARNING, "Appender defined twice", "Give each appender its own name."),
    APPENDER_NOT_USED("TR1042", INFO, "Unused appender", "Add an <appender-ref>, or remove the appender."),
    FILE_USED_TWICE(
            "TR1043",
            ERROR,
            "Two appenders with the same file",
            "Give each appender its own file and fileNamePattern, or let the loggers refer to one appender."),
    NO_FILE("TR1044", ERROR, "File appender without a usable file", "Add <file>path/name.log</file>."),
    NO_PATTERN("TR1045", WARNING, "Appender without a pattern", "Add <encoder><pattern>...</pattern></encoder>."),
    CHARSET_NOT_SUPPORTED(
            "TR1046",
            WARNING,
            "Character set not supported",
            "Use UTF-8, or one that has ASCII in it, such as ISO-8859-1 or windows-1252."),
    LOGGER_DEFINED_TWICE(
            "TR1047", INFO, "Logger configured twice", "Put level and appenders of a logger into one element."),
    REFERENCED_TWICE("TR1048", WARNING, "Appender referenced twice", "Remove one of the references."),
    NO_APPENDER_LEFT(
            "TR1049",
            WARNING,
            "No usable appender is left",
            "Correct the findings before this one; until then what reaches the root logger goes to the console."),
    ASYNC_FILTER(
            "TR1050",
            WARNING,
            "Filter of an asynchronous appender",
            "Move the filter to the appender it refers to, or to a target of its own."),
    FILTER_WITHOUT_LEVEL("TR1051", WARNING, "Filter without a level", "Add <level>...</level> to the filter."),
    ASYNC_WITHOUT_TARGET("TR1052", WARNING, "Asynchronous appender without a target", "Add one <appender-ref> to it."),
    ASYNC_POLICY(
            "TR1053",
            WARNING,
            "Asynchronous appender may drop events that other loggers need",
            "Write what is right for the file into its appender: <tailrace whenFull=\"...\"/>."),

    NO_ROOT_LOGGER("TR1054", WARNING, "No root logger", "Add <Root level=\"...\"> to <Loggers>."),
    FILTER_IGNORED(
            "TR1055",
            WARNING,
            "Only the first of several filters is used",
            "Put all of them into one <Filters> element."),
    EVALUATOR_UNUSABLE(
            "TR1056",
            WARNING,
            "Evaluator that can't be used",
            "Correct it, or use a ThresholdFilter, a LevelFilter, OnMarkerEvaluator, OnErrorEvaluator or"
                    + " ExceptionMatchEvaluator."),
    TOO_MANY_WAYS(
            "TR1100",
            WARNING,
            "An appender is reached by too many references",
            "Let loggers refer to the appender that writes itself."),

    // Rolling.
    NO_ROLLING_POLICY(
            "TR1060",
            WARNING,
            "Rolling file without a usable rolling policy",
            "Add a rollingPolicy of a class in docs/reference/logback.md."),
    NO_FILE_NAME_PATTERN("TR1061", WARNING, "Rolling policy without fileNamePattern", "Add <fileNamePattern>."),
    INDEX_MISSING("TR1062", WARNING, "fileNamePattern without %i", "Add %i to the fileNamePattern."),
    DATE_MISSING("TR1063", WARNING, "fileNamePattern without %d", "Add %d or %d{yyyy-MM-dd} to the fileNamePattern."),
    INDEX_NOT_WANTED(
            "TR1064",
            WARNING,
            "fileNamePattern with a %i that is never counted",
            "Remove %i, or use SizeAndTimeBasedRollingPolicy with a maxFileSize."),
    BAD_FILE_NAME_PATTERN(
            "TR1065",
            WARNING,
            "fileNamePattern not understood",
            "Use %i and %d, each with an optional {...}, and plain text."),
    BAD_WINDOW("TR1066", WARNING, "Unusable minIndex or maxIndex", "Use minIndex <= maxIndex <= minIndex + 20."),
    NO_TRIGGER("TR1067", WARNING, "Fixed window without a size", "Add a SizeBasedTriggeringPolicy with a maxFileSize."),
    TRIGGER_IGNORED(
            "TR1068",
            WARNING,
            "Triggering policy beside a time-based policy",
            "Remove it; to roll by size too, use SizeAndTimeBasedRollingPolicy."),
    NO_MAX_FILE_SIZE("TR1069", WARNING, "maxFileSize missing", "Add <maxFileSize>, for instance 100MB."),
    CAP_WITHOUT_HISTORY(
            "TR1070",
            INFO,
            "totalSizeCap without maxHistory",
            "Nothing, if the limit is what you want; remove <totalSizeCap> to keep all files."),
    APPEND_REQUIRED("TR1071", WARNING, "A rolling file is always appended to", "Remove <append>, or make it true."),
    ROLLS_OTHERWISE(
            "TR1072",
            WARNING,
            "Rolls at different times than configured",
            "Correct the schedule, or use a TimeBasedTriggeringPolicy with the periods you want in filePattern."),
    DELETE_OTHERWISE(
            "TR1073",
            WARNING,
            "Old files are deleted by different rules than configured",
            "Correct this <Delete>, or remove the files by a cron job."),
    DELETE_TESTED(
            "TR1074",
            INFO,
            "What a Delete in test mode would delete",
            "Remove testMode once the list is what you want."),
    FILE_NAME_WITH_DIRECT_WRITE(
            "TR1120",
            WARNING,
            "fileName with a DirectWriteRolloverStrategy",
            "Remove fileName to write directly to the names of filePattern, or the strategy to keep fileName."),
    SIFTED_TOGETHER(
            "TR1121",
            WARNING,
            "Files of several values are rolled together",
            "Put the key into the names of both <file> and <fileNamePattern>."),

    // Patterns.
    UNKNOWN_CONVERSION_WORD(
            "TR1080",
            WARNING,
            "Unknown conversion word",
            "Use a word that docs/reference/logback.md or log4j2.md lists, or remove it."),
    BAD_PATTERN_OPTION("TR1081", WARNING, "Option of a conversion word not understood", "Correct the option in {...}."),
    PATTERN_SYNTAX(
            "TR1082",
            WARNING,
            "Syntax error in a pattern",
            "Check brackets and braces; write a literal % as \\% in Logback's patterns, as %% in Log4j's."),

    // JSON.
    JSON_TEMPLATE(
            "TR1083", WARNING, "Invalid JSON in a layout", "Correct it: a JSON object, with names in quotation marks."),
    JSON_FIELD(
            "TR1084",
            WARNING,
            "Field of a JSON layout not supported",
            "Remove it, or use one that docs/reference/logback.md or log4j2.md lists."),
    JSON_OPTION(
            "TR1085",
            WARNING,
            "Option of a JSON layout not supported",
            "Remove it, or use one that docs/reference/logback.md or log4j2.md lists."),
    JSON_FORMAT_OTHER(
            "TR1086",
            WARNING,
            "JSON format differs from the configured encoder",
            "Check that the program that reads the log takes these fields, or use an encoder that docs/reference/logback.md or log4j2.md lists."),
    STRUCTURED_FORMAT_UNUSABLE(
            "TR1087",
            ERROR,
            "Structured format that can't be written",
            "Use ecs, gelf or logstash, or the name of a class that is a"
                    + " StructuredLogFormatter<dev.tailrace.spring.LoggedEvent>."),

    // Reading the configuration again.
    CONFIGURATION_RELOADED("TR1090", INFO, "Configuration reloaded", "Nothing to do."),
    RELOAD_REFUSED(
            "TR1091",
            ERROR,
            "Changed configuration refused",
            "Correct it; it is read again as soon as one of its files changes."),
    RESTART_NEEDED("TR1092", WARNING, "Setting needs a restart", "Restart the process, or take the change back."),
    NOT_WATCHED(
            "TR1093",
            WARNING,
            "Configuration is not watched: scan has no effect",
            "Name a file with -Dtailrace.config=FILE."),
    RELOAD_BY_FILTER(
            "TR1094",
            WARNING,
            "Turbo filter that reloads the configuration",
            "Remove it, and write <configuration scan=\"true\" scanPeriod=\"30 seconds\">."),
    TURBO_FILTER_INCOMPLETE(
            "TR1095",
            WARNING,
            "Turbo filter without what it needs",
            "Add what the message names, or remove the filter."),
    SIFTING_UNUSABLE(
            "TR1096",
            ERROR,
            "Sifting or routing appender that can't be used",
            "Give it a discriminator with key and defaultValue, and one file appender with ${key} in all names."),
    SIFTED_FILE_UNUSABLE(
            "TR1097",
            WARNING,
            "A value's own file can't be written",
            "Make its directory writable, or find the code that puts such values into the MDC."),
    SIFTED_VALUE_CHANGED(
            "TR1110",
            WARNING,
            "Value that can't be a part of a file's name",
            "Find the code that puts such values into the MDC, or sift by a key that no request can set."),

    // What is beside Tailrace on the class path.
    SPRING_BOOT_WITHOUT_MODULE(
            "TR1140",
            WARNING,
            "Spring Boot without tailrace-spring-boot",
            "Replace spring-boot-starter-logging by dev.tailrace:tailrace-spring-boot-starter."),
    JUL_NOT_BRIDGED(
            "TR1141",
            WARNING,
            "java.util.logging is not bridged",
            "Call SLF4JBridgeHandler.removeHandlersForRootLogger() and SLF4JBridgeHandler.install() at the start of main."),
    SEVERAL_PROVIDERS(
            "TR1142",
            WARNING,
            "Several SLF4J providers on the class path",
            "Exclude the other one, or start with -Dslf4j.provider=dev.tailrace.slf4j.TailraceServiceProvider."),
    LIMIT_WITHOUT_RATE(
            "TR1150",
            WARNING,
            "Limit without a usable rate",
            "Write a rate, such as <limit rate=\"10/s\"/> or rate=\"100/min\". To log nothing, set the logger to OFF."),
    BAD_LIMIT_VALUE("TR1151", WARNING, "Unusable value of a limit", "Use one of the values in docs/guide/limits.md."),

    // Files and sinks.
    DIRECTORY_NOT_CREATED(
            "TR2001",
            ERROR,
            "Directory of the log file can't be created",
            "Create it, and let the user of this process write there."),
    FILE_NOT_WRITABLE(
            "TR2002",
            ERROR,
            "Log file can't be written",
            "Let the user of this process write the file and its directory: chown, chmod."),
    FILE_IS_DIRECTORY("TR2003", ERROR, "Log file is a directory", "Put a file name at the end of <file>."),
    FILE_IN_USE(
            "TR2004",
            WARNING,
            "Log file is used by another process",
            "Give each process its own file, for instance with a system property in <file>."),
    NETWORK_FILE_SYSTEM("TR2005", WARNING, "Log file is on a network file system (NFS, SMB)", "Log to a local disk."),
    WRITE_FAILED(
            "TR2006",
            ERROR,
            "Disk full or I/O error: writing failed and is retried",
            "Make room on the disk or repair it; writing is tried again by itself."),
    WRITE_RECOVERED("TR2007", INFO, "Writing works again", "Nothing to do."),
    ROLL_FAILED(
            "TR2008",
            ERROR,
            "Rolling failed: the file can't be renamed, and grows on",
            "Let the user of this process rename files in that directory."),
    COMPRESSION_FAILED(
            "TR2009",
            ERROR,
            "Compressing a rolled file failed",
            "Make room on the disk; it is tried again, and the uncompressed file is kept."),
    FILE_CHANGED(
            "TR2010",
            WARNING,
            "Log file was moved, deleted or truncated by another program",
            "Let only one program roll the file: switch off logrotate for it, or Tailrace's rolling policy."),
    UNKNOWN_COMPRESSION(
            "TR2011",
            WARNING,
            "Compression not supported",
            "End the fileNamePattern in .gz or .zip (or .xz, .zst with tailrace-compress), or in neither."),
    PRUNE_FAILED(
            "TR2012",
            WARNING,
            "A rolled file can't be deleted",
            "Let the user of this process remove files in that directory."),
    CONSOLE_FAILED(
            "TR2013",
            WARNING,
            "Console can't be written (broken pipe, disk full)",
            "Check what standard output is connected to."),
    FALLBACK_TO_CONSOLE(
            "TR2014",
            ERROR,
            "Events go to the console instead of the file",
            "Correct what the finding before this one names, and restart."),
    ARCHIVING_FAILED(
            "TR2015",
            WARNING,
            "Rolled file can't be moved or archived",
            "Free space on its disk or restore the right to write there; it is tried again."),
    ROLLING_DISAGREES(
            "TR2016",
            WARNING,
            "Two processes roll one log file differently",
            "Give all processes the same rolling, and restart those with the old configuration."),
    LANES_UNREACHABLE(
            "TR2017",
            ERROR,
            "Lanes of the log's other processes can't be reached",
            "Let all processes that log to this file see the same lane directory."),
    COMPRESSION_MISSING(
            "TR2018",
            WARNING,
            "Compression needs a module that is not there",
            "Put dev.tailrace:tailrace-compress on the class path, or end the pattern in .gz."),
    FILE_IS_SPECIAL(
            "TR2021",
            ERROR,
            "Log file is a FIFO, a socket or a device",
            "Name a regular file, or use a console appender."),
    STREAM_NOT_ROLLED(
            "TR2022", WARNING, "Rolling of a console is ignored", "Use a console appender, or name a regular file."),
    NOT_COMPRESSED(
            "TR2023",
            INFO,
            "Rolled files were not yet compressed at exit",
            "Nothing to do: the next process that logs to this file does it."),
    LOCK_FILE_FOREIGN(
            "TR2024",
            WARNING,
            "Lock file belongs to another user",
            "Give it to the user of this process (chown); let each user log to a file of its own."),
    NAME_NOT_ENCODABLE(
            "TR2025",
            WARNING,
            "File name can't be encoded in this locale",
            "Start the process with a UTF-8 locale: LC_ALL=C.UTF-8."),
    LEVEL_CHANGED(
            "TR2030",
            INFO,
            "Level of a logger was changed at run time",
            "Nothing to do: it was asked for, or has ended."),
    LEVEL_NOT_CHANGED(
            "TR2031", WARNING, "Level of a logger can't be changed", "Reset levels that are no longer needed."),
    REQUEST_REFUSED(
            "TR2032",
            WARNING,
            "Request in the lane directory is refused",
            "Make requests with ./tailrace level, as the user of this process."),

    // Lanes and memory.
    CONSOLE_NOT_READ(
            "TR2037",
            WARNING,
            "Console isn't read: log calls don't wait for it",
            "Let what reads this output go on: a pipe's reader, docker attach, a terminal stopped by Ctrl-S. Lines that"
                    + " are queued when the process is killed are lost."),
    NO_THREAD(
            "TR2038",
            ERROR,
            "No thread can be started (unable to create native thread)",
            "Raise the limit of threads: pids.max of the container, ulimit -u, ulimit -v, or memory."),
    TARGET_AWAY(
            "TR2050",
            WARNING,
            "Target of log records can't be reached: they wait on this disk",
            "Nothing, if the target comes back by itself. Else check its address, and that it runs."),
    TARGET_REFUSES(
            "TR2051",
            ERROR,
            "Target refuses log records (401, 403, 404, TLS): they wait on this disk",
            "Check the key, the address with its path, and the certificates. It is tried again each minute."),
    TARGET_RECORDS_DROPPED(
            "TR2052",
            ERROR,
            "Log records for a target were dropped",
            "Raise the appender's cap, or let the target take records faster."),
    TARGET_RECOVERED("TR2053", INFO, "Target takes log records again", "Nothing."),
    TARGET_LEFT_OVER(
            "TR2054",
            WARNING,
            "Log records are left for a target: the process has ended",
            "Start the application again, or, unless they go to Kafka, send them: ./tailrace ship DIRECTORY."),
    TARGET_SETTING(
            "TR2055",
            WARNING,
            "Setting of a target has a value that can't be used",
            "Correct it, or leave it out for the default."),
    TARGET_MODULE_MISSING(
            "TR2056",
            WARNING,
            "No module for this kind of target: its log records are not sent",
            "Add the module to the class path: dev.tailrace:tailrace-otlp, tailrace-kafka or tailrace-ship."),
    LANE_DIRECTORY_FOREIGN(
            "TR3001",
            ERROR,
            "Lane directory belongs to another user",
            "Remove it, or name another with -Dtailrace.dir=DIRECTORY."),
    LANE_DIRECTORY_OPEN("TR3002", ERROR, "Lane directory is open to others", "Make it private: chmod 700 DIRECTORY."),
    LANE_DIRECTORY_LINK(
            "TR3003",
            ERROR,
            "Lane directory is a link or not a directory",
            "Remove it, or name another with -Dtailrace.dir=DIRECTORY."),
    LANE_DIRECTORY_UNUSABLE(
            "TR3004",
            ERROR,
            "Lane directory can't be used",
            "Let the user of this process write there, or name another with -Dtailrace.dir=DIRECTORY."),
    SHARED_MEMORY_FULL(
            "TR3005",
            WARNING,
            "Shared memory is full or missing",
            "Make room in /dev/shm (docker run --shm-size=256m), or lower memory in <tailrace>."),
    LANES_BESIDE_FILE(
            "TR3006",
            WARNING,
            "Lanes live beside the log file",
            "Provide /dev/shm or another tmpfs (-Dtailrace.dir=DIRECTORY): on a disk, callers can wait for it."),
    LANES_IN_PRIVATE_MEMORY(
            "TR3007",
            WARNING,
            "Lanes live in private memory",
            "Provide a writable /dev/shm: events in private memory are lost when the process is killed."),
    LANE_PUT_ASIDE("TR3009", ERROR, "A corrupt lane was set aside", "Please report it with this text."),
    SPINNING_REFUSED(
            "TR3011",
            WARNING,
            "Spinning needs four CPUs",
            "Use wait=\"sleep\", or add force=\"true\" to <tailrace> if you mean it."),
    PRIVATE_TO_CONTAINER(
            "TR3012",
            INFO,
            "Shared memory ends with this container",
            "Mount a tmpfs that outlives the container if events must survive its kill (-Dtailrace.dir=DIRECTORY)."),
    LANE_STUCK(
            "TR3013",
            WARNING,
            "Thread stuck or suspended in the middle of a log call",
            "Let the process go on (kill -CONT PID), or give it CPU; the message names the thread."),
    FRAMES_TORN(
            "TR3014",
            INFO,
            "Events were truncated by the end of their process",
            "Nothing: they were never acknowledged to the application."),
    POSSIBLY_TWICE(
            "TR3015",
            WARNING,
            "Log lines may be duplicated",
            "Rename the log file instead of truncating or replacing it."),
    LANE_FILE_UNREADABLE(
            "TR3016",
            ERROR,
            "Corrupt or unreadable file in the lane directory",
            "Keep it and report it; if a newer version of Tailrace has written it, let that one drain it."),
    SPILL_UNUSABLE(
            "TR3017",
            ERROR,
            "Spill files can't be written or read",
            "Make room on the log's disk or repair it; leave files that end with .tailrace-spill alone."),
    LANES_REMOVED(
            "TR3018",
            WARNING,
            "The lane directory or its files were deleted by another program",
            "Exempt the lane directory from clean-ups; for services of normal users set RemoveIPC=no in systemd's logind.conf."),
    LOADER_CLOSED(
            "TR3019",
            WARNING,
            "The application was undeployed without Tailrace.shutdown()",
            "Put tailrace-servlet into WEB-INF/lib, or call Tailrace.shutdown() in contextDestroyed of a listener."),
    LANE_CUT(
            "TR3030",
            ERROR,
            "A file of a lane was truncated while in use",
            "Exempt the lane directory from whatever shortens files there, such as logrotate with copytruncate."),
    LANE_SKIPPED(
            "TR3031",
            ERROR,
            "Corrupt frames in a lane were skipped",
            "Exempt the lane directory from whatever writes to files there; if nothing does, please report it with this text."),
    COUNTS_SPOILT(
            "TR3032",
            ERROR,
            "Counters of dropped events are corrupt",
            "Exempt the lane directory from whatever writes to files there; if nothing does, please report it with this text."),

    // Losses at run time.
    EVENTS_DROPPED(
            "TR4001",
            ERROR,
            "Events were dropped: memory full",
            "Log less, make the disk faster, or raise memory or spill in <tailrace>."),
    EVENTS_LEFT(
            "TR4002",
            WARNING,
            "Shutdown timeout: log lines were still unwritten",
            "Run ./tailrace drain LOG, unless a process logs to it soon. Raise shutdown in <tailrace>, or see what"
                    + " holds the disk."),
    ENCODER_FAILED(
            "TR4003",
            ERROR,
            "An event could not be encoded",
            "Look at the exception in the message and correct that code; after a StackOverflowError, end the recursion,"
                    + " or give threads more stack (-Xss)."),
    EVENTS_LOST(
            "TR4004",
            ERROR,
            "Shutdown timeout: events were lost",
            "Raise shutdown in <tailrace>, or see why the destination takes nothing."),
    INTERNAL_ERROR("TR4005", ERROR, "Internal error in Tailrace", "Logging goes on. Please report it with this text.");

    /** How bad it is. */
    public enum Severity {
        INFO,
        WARNING,
        ERROR
    }

    private final String code;
    private final Severity severity;
    private final String title;
    private final String remedy;

    FindingCode(String code, Severity severity, String title, String remedy) {
        this.code = code;
        this.severity = severity;
        this.title = title;
        this.remedy = remedy;
    }

    public String code() {
        return code;
    }

    public Severity severity() {
        return severity;
    }

    /** Whether it is about the content of a configuration, not about its environment. */
    public boolean isOfConfiguration() {
        return code.startsWith("TR1");
    }

    /** Whether it is about lanes and their memory, not about a configuration. */
    public boolean isOfLanes() {
        return code.startsWith("TR3");
    }

    public String title() {
        return title;
    }

    /** The remedy in most cases; a finding may have a better one. */
    public String remedy() {
        return remedy;
    }

    /** The anchor in docs/reference/findings.md. */
    public String anchor() {
        return code.toLowerCase(Locale.ROOT);
    }
}
