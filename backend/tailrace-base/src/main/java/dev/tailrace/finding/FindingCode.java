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
    UNKNOWN_ELEMENT("TR1001", WARNING, "Unknown element", "Correct the element's spelling, or remove it."),
    UNKNOWN_ATTRIBUTE("TR1002", WARNING, "Unknown attribute", "Correct the attribute's spelling, or remove it."),
    UNKNOWN_OPTION(
            "TR1003",
            WARNING,
            "Unknown option",
            "Correct the option's spelling, or remove it. If another class has the option, the message names the class."),
    UNKNOWN_CLASS(
            "TR1004",
            WARNING,
            "Class not supported",
            "Use a class that docs/reference/logback.md or log4j2.md lists, or stay with Logback if you need your"
                    + " own class."),
    NOT_SUPPORTED(
            "TR1005",
            WARNING,
            "Element or option not supported",
            "Remove the element or option. If something else does the same, the message names it."),
    MISSING_ATTRIBUTE("TR1006", ERROR, "Required attribute missing", "Add the attribute that the message names."),
    UNEXPECTED_TEXT(
            "TR1007",
            WARNING,
            "Unexpected text between elements",
            "Remove the text, or move it into the element it belongs to."),
    CLASS_NOT_FOUND(
            "TR1008",
            ERROR,
            "Class not found",
            "Correct the class name, or put the library with this class on the class path."),
    JMX_NOT_USED(
            "TR1009",
            INFO,
            "jmxConfigurator registers no MBean",
            "Set levels of a running process with ./tailrace level LOG LOGGER=LEVEL, or with Spring Boot by"
                    + " /actuator/loggers."),

    // The file as a whole.
    NOT_XML("TR1010", ERROR, "Configuration is not well-formed XML", "Correct the file at this line, and restart."),
    DOCTYPE_IGNORED("TR1011", WARNING, "DOCTYPE not read", "Remove the DOCTYPE, and replace each entity by its value."),
    NOT_A_CONFIGURATION(
            "TR1012",
            ERROR,
            "No <configuration> element",
            "Wrap the whole file in <configuration>...</configuration>."),
    FILE_NOT_FOUND(
            "TR1013",
            ERROR,
            "Configuration file not found",
            "Correct the path in the property, or remove the property to use the file on the class path."),
    FILE_NOT_READABLE(
            "TR1014",
            ERROR,
            "Configuration file not readable",
            "Let the user of this process read the file: chmod or chown."),
    FORMAT_NOT_READ(
            "TR1015",
            ERROR,
            "Configuration in a format that is not read",
            "Write the configuration as XML. Log4j 2's may also be written as properties."),
    SEVERAL_FILES(
            "TR1016",
            WARNING,
            "Several configuration files on the class path",
            "Keep one of these files, or choose a file with -Dtailrace.config=FILE."),
    TOO_LARGE(
            "TR1017", ERROR, "Configuration too large", "Make the configuration smaller. The message names the limit."),
    MORE_FINDINGS(
            "TR1018",
            WARNING,
            "More findings than are shown",
            "Correct the findings that are shown, then look for more with ./tailrace lint FILE."),
    INCLUDE_NOT_READ(
            "TR1019",
            WARNING,
            "Included file not read",
            "Correct the file name, or write optional=\"true\" if the file may be missing."),

    // Variables.
    UNDEFINED_VARIABLE(
            "TR1020", WARNING, "Undefined variable", "Define the variable, or write a default: ${NAME:-default}."),
    CIRCULAR_VARIABLE(
            "TR1021",
            ERROR,
            "Circular reference between variables",
            "Give one of these variables a value without the others."),
    MALFORMED_VARIABLE(
            "TR1022",
            WARNING,
            "Variable not closed, or a brace too many",
            "Write ${NAME} or ${NAME:-default}, and as many } as {."),
    VALUE_TOO_LONG(
            "TR1023", ERROR, "Value too long after substitution", "Shorten the variables that the value is made of."),
    PROPERTIES_NOT_READ(
            "TR1024",
            WARNING,
            "Property file not read",
            "Correct the file name or permissions, or write the properties into the configuration."),
    CONDITION_NOT_UNDERSTOOD(
            "TR1025",
            ERROR,
            "Condition of an if element not supported",
            "Write the condition as docs/reference/logback.md shows."),
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
            "Use tailrace-spring-boot, which asks Spring. Or set -Dspring.profiles.active, and define variables by -D."),
    SPRING_NOT_READ(
            "TR1029",
            WARNING,
            "Settings of Spring that are not read",
            "Write the property's present name: logging.logback.rollingpolicy.*."),

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
    BAD_VALUE("TR1035", WARNING, "Invalid value", "Use one of the values that the message lists."),
    SETTING_OF_THE_PROCESS(
            "TR1037",
            WARNING,
            "Setting belongs to the whole process",
            "Move the setting to a <tailrace> element directly inside <configuration>."),

    // Appenders and loggers.
    UNKNOWN_APPENDER(
            "TR1040",
            WARNING,
            "Appender not defined",
            "Define the appender, correct the name in the <appender-ref>, or remove the <appender-ref>."),
    APPENDER_DEFINED_TWICE("TR1041", WARNING, "Appender defined twice", "Give each appender its own name."),
    APPENDER_NOT_USED("TR1042", INFO, "Unused appender", "Add an <appender-ref> to a logger, or remove the appender."),
    FILE_USED_TWICE(
            "TR1043",
            ERROR,
            "Two appenders with the same file",
            "Give each appender its own <file> and <fileNamePattern>, or let the loggers refer to one appender."),
    NO_FILE("TR1044", ERROR, "File appender without a usable file", "Add <file>path/name.log</file> to the appender."),
    NO_PATTERN("TR1045", WARNING, "Appender without a pattern", "Add <encoder><pattern>...</pattern></encoder>."),
    CHARSET_NOT_SUPPORTED(
            "TR1046",
            WARNING,
            "Character set not supported",
            "Use UTF-8, or a character set that contains ASCII, such as ISO-8859-1 or windows-1252."),
    LOGGER_DEFINED_TWICE(
            "TR1047", INFO, "Logger configured twice", "Put the logger's level and appenders into one element."),
    REFERENCED_TWICE("TR1048", WARNING, "Appender referenced twice", "Remove one of the two references."),
    NO_APPENDER_LEFT(
            "TR1049", WARNING, "No usable appender is left", "Correct the findings that are reported before this one."),
    ASYNC_FILTER(
            "TR1050",
            WARNING,
            "Filter of an asynchronous appender",
            "Give the asynchronous appender a target that nothing else refers to, and put the filter there."),
    FILTER_WITHOUT_LEVEL("TR1051", WARNING, "Filter without a level", "Add <level>...</level> to the filter."),
    ASYNC_WITHOUT_TARGET(
            "TR1052",
            WARNING,
            "Asynchronous appender without a target",
            "Put one <appender-ref> into it that names an appender which writes. If references form a circle, change"
                    + " one of them."),
    ASYNC_POLICY(
            "TR1053",
            WARNING,
            "Asynchronous appender may drop events that other loggers need",
            "Write whether events may be dropped into the target appender: <tailrace whenFull=\"...\"/>."),

    NO_ROOT_LOGGER("TR1054", WARNING, "No root logger", "Add <Root level=\"...\"> to <Loggers>."),
    FILTER_IGNORED(
            "TR1055",
            WARNING,
            "Only the first of several filters is used",
            "Put all of these filters into one <Filters> element."),
    EVALUATOR_UNUSABLE(
            "TR1056",
            WARNING,
            "Evaluator that can't be used",
            "Correct the evaluator, or use a ThresholdFilter, a LevelFilter, OnMarkerEvaluator, OnErrorEvaluator or"
                    + " ExceptionMatchEvaluator."),
    TOO_MANY_WAYS(
            "TR1100",
            WARNING,
            "An appender is reached by too many references",
            "Let the loggers refer directly to the appender that writes the file."),

    // Rolling.
    NO_ROLLING_POLICY(
            "TR1060",
            WARNING,
            "Rolling file without a usable rolling policy",
            "Add a <rollingPolicy> with a class that docs/reference/logback.md lists."),
    NO_FILE_NAME_PATTERN(
            "TR1061",
            WARNING,
            "Rolling policy without fileNamePattern",
            "Add <fileNamePattern> to the rolling policy."),
    INDEX_MISSING("TR1062", WARNING, "fileNamePattern without %i", "Add %i to the fileNamePattern."),
    DATE_MISSING("TR1063", WARNING, "fileNamePattern without %d", "Add %d or %d{yyyy-MM-dd} to the fileNamePattern."),
    INDEX_NOT_WANTED(
            "TR1064",
            WARNING,
            "fileNamePattern with a %i that is never counted",
            "Remove %i, or use SizeAndTimeBasedRollingPolicy with a <maxFileSize>."),
    BAD_FILE_NAME_PATTERN(
            "TR1065",
            WARNING,
            "fileNamePattern not understood",
            "Use %i and %d, each with an optional {...}, and plain text."),
    BAD_WINDOW("TR1066", WARNING, "Unusable minIndex or maxIndex", "Use minIndex <= maxIndex <= minIndex + 20."),
    NO_TRIGGER(
            "TR1067", WARNING, "Fixed window without a size", "Add a SizeBasedTriggeringPolicy with a <maxFileSize>."),
    TRIGGER_IGNORED(
            "TR1068",
            WARNING,
            "Triggering policy beside a time-based policy",
            "Remove the triggeringPolicy. To roll by size too, use SizeAndTimeBasedRollingPolicy."),
    NO_MAX_FILE_SIZE(
            "TR1069", WARNING, "maxFileSize missing", "Add <maxFileSize> to the rolling policy, for instance 100MB."),
    CAP_WITHOUT_HISTORY(
            "TR1070",
            INFO,
            "totalSizeCap without maxHistory",
            "Nothing, if you want this limit. To keep all files, remove <totalSizeCap>."),
    APPEND_REQUIRED("TR1071", WARNING, "A rolling file is always appended to", "Remove <append>, or set it to true."),
    ROLLS_OTHERWISE(
            "TR1072",
            WARNING,
            "Rolls at different times than configured",
            "Correct the schedule, or use a TimeBasedTriggeringPolicy and put the date with the period you want into"
                    + " filePattern."),
    DELETE_OTHERWISE(
            "TR1073",
            WARNING,
            "Old files are deleted by different rules than configured",
            "Correct this <Delete>, or remove the files with a cron job."),
    DELETE_TESTED(
            "TR1074",
            INFO,
            "What a Delete in test mode would delete",
            "If these files are the right ones to delete, remove testMode from the <Delete>."),
    FILE_NAME_WITH_DIRECT_WRITE(
            "TR1120",
            WARNING,
            "fileName with a DirectWriteRolloverStrategy",
            "Remove fileName to write directly to the names of filePattern, or remove the strategy to keep fileName."),
    SIFTED_TOGETHER(
            "TR1121",
            WARNING,
            "Files of several values are rolled together",
            "Put the key into both names, <file> and <fileNamePattern>."),

    // Patterns.
    UNKNOWN_CONVERSION_WORD(
            "TR1080",
            WARNING,
            "Unknown conversion word",
            "Use a word that docs/reference/logback.md or log4j2.md lists, or remove the word."),
    BAD_PATTERN_OPTION(
            "TR1081",
            WARNING,
            "Option of a conversion word not understood",
            "Correct the option in the braces, as in %d{HH:mm:ss}."),
    PATTERN_SYNTAX(
            "TR1082",
            WARNING,
            "Syntax error in a pattern",
            "Check brackets and braces. Write a literal % as \\% in Logback's patterns, as %% in Log4j's."),

    // JSON.
    JSON_TEMPLATE(
            "TR1083", WARNING, "Invalid JSON in a layout", "Write a JSON object, with all names in quotation marks."),
    JSON_FIELD(
            "TR1084",
            WARNING,
            "Field of a JSON layout not supported",
            "Remove it, or use a provider, resolver or word that docs/reference/logback.md or log4j2.md lists."),
    JSON_OPTION(
            "TR1085",
            WARNING,
            "Option of a JSON layout not supported",
            "Remove the option, or use an option that docs/reference/logback.md or log4j2.md lists."),
    JSON_FORMAT_OTHER(
            "TR1086",
            WARNING,
            "JSON format differs from the configured encoder",
            "Check that the program that reads the log accepts the fields that are written, or use an encoder that"
                    + " docs/reference/logback.md or log4j2.md lists."),
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
            "Correct the file. Tailrace reads it again as soon as it changes."),
    RESTART_NEEDED(
            "TR1092",
            WARNING,
            "Setting needs a restart",
            "Restart the process, or undo the changes that the message names."),
    NOT_WATCHED(
            "TR1093",
            WARNING,
            "Configuration is not watched: scan has no effect",
            "Put the configuration into a file, and name it with -Dtailrace.config=FILE."),
    RELOAD_BY_FILTER(
            "TR1094",
            WARNING,
            "Turbo filter that reloads the configuration",
            "Remove the turbo filter, and write <configuration scan=\"true\" scanPeriod=\"30 seconds\">."),
    TURBO_FILTER_INCOMPLETE(
            "TR1095",
            WARNING,
            "Turbo filter without what it needs",
            "Add the option that the message names, or remove the turbo filter."),
    SIFTING_UNUSABLE(
            "TR1096",
            ERROR,
            "Sifting or routing appender that can't be used",
            "Give the appender a discriminator with key and defaultValue, and one file appender with ${key} in"
                    + " <file> and <fileNamePattern>."),
    SIFTED_FILE_UNUSABLE(
            "TR1097",
            WARNING,
            "A value's own file can't be written",
            "Make the file's directory writable. If the value is wrong, find the code that puts it into the MDC."),
    SIFTED_VALUE_CHANGED(
            "TR1110",
            WARNING,
            "Value that can't be a part of a file's name",
            "Find the code that puts such values into the MDC, or use a key that a request can't set."),

    // What is beside Tailrace on the class path.
    SPRING_BOOT_WITHOUT_MODULE(
            "TR1140",
            WARNING,
            "Spring Boot without tailrace-spring-boot",
            "Replace the dependency spring-boot-starter-logging by dev.tailrace:tailrace-spring-boot-starter."),
    JUL_NOT_BRIDGED(
            "TR1141",
            WARNING,
            "java.util.logging is not bridged",
            "Call SLF4JBridgeHandler.removeHandlersForRootLogger() and SLF4JBridgeHandler.install() at the start of main."),
    SEVERAL_PROVIDERS(
            "TR1142",
            WARNING,
            "Several SLF4J providers on the class path",
            "Exclude the other provider, or start with -Dslf4j.provider=dev.tailrace.slf4j.TailraceServiceProvider."),
    LIMIT_WITHOUT_RATE(
            "TR1150",
            WARNING,
            "Limit without a usable rate",
            "Write a rate, such as <limit rate=\"10/s\"/> or rate=\"100/min\". To log nothing, set the logger to OFF."),
    BAD_LIMIT_VALUE(
            "TR1151", WARNING, "Unusable value of a limit", "Use one of the values that docs/guide/limits.md lists."),

    // Files and sinks.
    DIRECTORY_NOT_CREATED(
            "TR2001",
            ERROR,
            "Directory of the log file can't be created",
            "Create the directory (mkdir -p), and let the user of this process write to it (chown)."),
    FILE_NOT_WRITABLE(
            "TR2002",
            ERROR,
            "Log file can't be written",
            "Give the file and its directory to the user of this process: chown USER FILE DIRECTORY."),
    FILE_IS_DIRECTORY("TR2003", ERROR, "Log file is a directory", "Add a file name to the path in <file>."),
    FILE_IN_USE(
            "TR2004",
            WARNING,
            "Log file is used by another process",
            "Give each process its own file, for instance with a system property in <file>. If the lock file can't"
                    + " be opened: run chmod 600 on yours; delete another user's, once no process of that user logs to the file."),
    NETWORK_FILE_SYSTEM("TR2005", WARNING, "Log file is on a network file system (NFS, SMB)", "Log to a local disk."),
    WRITE_FAILED(
            "TR2006",
            ERROR,
            "Disk full or I/O error: writing failed and is retried",
            "Make room on the disk, or repair it. Tailrace tries again by itself."),
    WRITE_RECOVERED("TR2007", INFO, "Writing works again", "Nothing to do."),
    ROLL_FAILED(
            "TR2008",
            ERROR,
            "Rolling failed: the file can't be renamed, and grows on",
            "Let the user of this process write to the log file's directory: chown or chmod."),
    COMPRESSION_FAILED(
            "TR2009",
            ERROR,
            "Compressing a rolled file failed",
            "Make room on the disk. Tailrace tries again by itself."),
    FILE_CHANGED(
            "TR2010",
            WARNING,
            "Log file was moved, deleted or truncated by another program",
            "Let only one program roll the file: remove it from logrotate's configuration, or remove the <rollingPolicy>."),
    UNKNOWN_COMPRESSION(
            "TR2011",
            WARNING,
            "Compression not supported",
            "End the fileNamePattern in .gz or .zip (with tailrace-compress also .xz or .zst), or in no compression."),
    PRUNE_FAILED(
            "TR2012",
            WARNING,
            "A rolled file can't be deleted",
            "Let the user of this process write to the directory of the rolled files: chown or chmod."),
    CONSOLE_FAILED(
            "TR2013",
            WARNING,
            "Console can't be written (broken pipe, disk full)",
            "Check that the program that reads this process's output still runs."),
    FALLBACK_TO_CONSOLE(
            "TR2014",
            ERROR,
            "Events go to the console instead of the file",
            "Correct the finding before this one, and restart."),
    ARCHIVING_FAILED(
            "TR2015",
            WARNING,
            "Rolled file can't be moved or archived",
            "Make room on the directory's disk, mount it, or let the user of this process write there. Tailrace"
                    + " tries again by itself."),
    ROLLING_DISAGREES(
            "TR2016",
            WARNING,
            "Two processes roll one log file differently",
            "Give all processes the same rolling policy, and restart the processes with the old one."),
    LANES_UNREACHABLE(
            "TR2017",
            ERROR,
            "Lanes of the log's other processes can't be reached",
            "Mount one tmpfs as /dev/shm into all containers that log to this file, or give this process its own log"
                    + " file."),
    COMPRESSION_MISSING(
            "TR2018",
            WARNING,
            "Compression needs a module that is not there",
            "Put dev.tailrace:tailrace-compress on the class path, or end the fileNamePattern in .gz."),
    FILE_IS_SPECIAL(
            "TR2021",
            ERROR,
            "Log file is a FIFO, a socket or a device",
            "Put the path of a regular file into <file>, or use a console appender."),
    STREAM_NOT_ROLLED(
            "TR2022",
            WARNING,
            "Rolling of a console is ignored",
            "Use a console appender, or put the path of a regular file into <file>."),
    NOT_COMPRESSED(
            "TR2023",
            INFO,
            "Rolled files were not yet compressed at exit",
            "Nothing to do: the next process that logs to this file does it. So does ./tailrace drain LOG, if the"
                    + " log still has lanes."),
    LOCK_FILE_FOREIGN(
            "TR2024",
            WARNING,
            "Lock file belongs to another user",
            "Give the lock file to the user of this process: chown USER .app.log.tailrace-lock. If several users log"
                    + " here, give each user a log file of its own."),
    NAME_NOT_ENCODABLE(
            "TR2025",
            WARNING,
            "File name can't be encoded in this locale",
            "Start the process with a UTF-8 locale: LC_ALL=C.UTF-8."),
    LEVEL_CHANGED(
            "TR2030",
            INFO,
            "Level or limit of a logger was changed at run time",
            "Nothing to do. ./tailrace level LOG lists the levels that were set at run time, ./tailrace limit LOG the limits."),
    LEVEL_NOT_CHANGED(
            "TR2031",
            WARNING,
            "Level of a logger can't be changed",
            "List these levels with ./tailrace level LOG, and reset those you don't need: ./tailrace level LOG LOGGER=inherit."),
    REQUEST_REFUSED(
            "TR2032",
            WARNING,
            "Request in the lane directory is refused",
            "Run ./tailrace level as the user of this process: sudo -u USER ./tailrace level LOG LOGGER=LEVEL."),

    // Lanes and memory.
    CONSOLE_NOT_READ(
            "TR2037",
            WARNING,
            "Console isn't read: log calls don't wait for it",
            "Check the program that reads this output: the reader of a pipe, docker attach, or a terminal stopped by"
                    + " Ctrl-S (continue it with Ctrl-Q). Lines that are queued when the process is killed are lost."),
    NO_THREAD(
            "TR2038",
            ERROR,
            "No thread can be started (unable to create native thread)",
            "Raise the limit of threads: pids.max of the container, ulimit -u or ulimit -v, or give the machine more"
                    + " memory."),
    TARGET_AWAY(
            "TR2050",
            WARNING,
            "Target of log records can't be reached: they wait on this disk",
            "Nothing, if the target comes back by itself. Else check that it runs, and that the appender has its address."),
    TARGET_REFUSES(
            "TR2051",
            ERROR,
            "Target refuses log records (401, 403, 404, TLS): they wait on this disk",
            "Check the key, the address with its path, and the certificates. Tailrace tries again each minute."),
    TARGET_RECORDS_DROPPED(
            "TR2052",
            ERROR,
            "Log records for a target were dropped",
            "Raise the appender's cap, or make the target faster."),
    TARGET_RECOVERED("TR2053", INFO, "Target takes log records again", "Nothing to do."),
    TARGET_LEFT_OVER(
            "TR2054",
            WARNING,
            "Log records are left for a target: the process has ended",
            "Start the application again, or send the records with ./tailrace ship DIRECTORY (not for Kafka)."),
    TARGET_SETTING(
            "TR2055",
            WARNING,
            "Setting of a target has a value that can't be used",
            "Correct the option, or remove it to use its default."),
    TARGET_MODULE_MISSING(
            "TR2056",
            WARNING,
            "No module for this kind of target: its log records are not sent",
            "Add the module to the class path: dev.tailrace:tailrace-otlp for OTLP, tailrace-kafka for Kafka,"
                    + " tailrace-ship for all others."),
    LANE_DIRECTORY_FOREIGN(
            "TR3001",
            ERROR,
            "Lane directory belongs to another user",
            "Remove the directory, or name another with -Dtailrace.dir=DIRECTORY."),
    LANE_DIRECTORY_OPEN(
            "TR3002", ERROR, "Lane directory is open to others", "Make the directory private: chmod 700 DIRECTORY."),
    LANE_DIRECTORY_LINK(
            "TR3003",
            ERROR,
            "Lane directory is a link or not a directory",
            "Remove what is at this path, or name another directory with -Dtailrace.dir=DIRECTORY."),
    LANE_DIRECTORY_UNUSABLE(
            "TR3004",
            ERROR,
            "Lane directory can't be used",
            "Let the user of this process write to the directory, or name another with -Dtailrace.dir=DIRECTORY."),
    SHARED_MEMORY_FULL(
            "TR3005",
            WARNING,
            "Shared memory is full or missing",
            "Delete files in /dev/shm or enlarge it (docker run --shm-size=256m), or lower memory in <tailrace>."),
    LANES_BESIDE_FILE(
            "TR3006",
            WARNING,
            "Lanes live beside the log file",
            "Enlarge or mount /dev/shm (docker run --shm-size=256m), or name another tmpfs with -Dtailrace.dir=DIRECTORY."),
    LANES_IN_PRIVATE_MEMORY(
            "TR3007",
            WARNING,
            "Lanes live in private memory",
            "Make room in /dev/shm, enlarge it (docker run --shm-size=256m), or make it writable for this user."),
    LANE_PUT_ASIDE("TR3009", ERROR, "A corrupt lane was set aside", "Please report it with this text."),
    SPINNING_REFUSED(
            "TR3011",
            WARNING,
            "Spinning needs four CPUs",
            "Use wait=\"sleep\". To spin nevertheless, add force=\"true\" to <tailrace>."),
    PRIVATE_TO_CONTAINER(
            "TR3012",
            INFO,
            "Shared memory ends with this container",
            "If lines must survive the end of the container, mount a tmpfs that outlives the container, and name it with"
                    + " -Dtailrace.dir=DIRECTORY."),
    LANE_STUCK(
            "TR3013",
            WARNING,
            "Thread stuck or suspended in the middle of a log call",
            "Resume the process (kill -CONT PID; ps shows a suspended one with state T), or give it more CPU."),
    FRAMES_TORN(
            "TR3014",
            INFO,
            "Events were truncated by the end of their process",
            "Nothing to do: the log calls for these events never returned."),
    POSSIBLY_TWICE(
            "TR3015",
            WARNING,
            "Log lines may be duplicated",
            "Rename the log file instead of truncating or replacing it: use create instead of copytruncate in logrotate."),
    LANE_FILE_UNREADABLE(
            "TR3016",
            ERROR,
            "Corrupt or unreadable file in the lane directory",
            "Keep the file and report it. If a newer version of Tailrace wrote it, run ./tailrace drain LOG of that"
                    + " version."),
    SPILL_UNUSABLE(
            "TR3017",
            ERROR,
            "Spill files can't be written or read",
            "Make room on the log's disk, or repair it. Don't delete files that end with .tailrace-spill."),
    LANES_REMOVED(
            "TR3018",
            WARNING,
            "The lane directory or its files were deleted by another program",
            "Exempt the lane directory from clean-ups. For services of normal users, set RemoveIPC=no in"
                    + " /etc/systemd/logind.conf."),
    LOADER_CLOSED(
            "TR3019",
            WARNING,
            "The application was undeployed without Tailrace.shutdown()",
            "Put tailrace-servlet into WEB-INF/lib, or call Tailrace.shutdown() in contextDestroyed of a"
                    + " ServletContextListener."),
    LANE_CUT(
            "TR3030",
            ERROR,
            "A file of a lane was truncated while in use",
            "Exempt the lane directory from programs that truncate files, such as logrotate with copytruncate."),
    LANE_SKIPPED(
            "TR3031",
            ERROR,
            "Corrupt frames in a lane were skipped",
            "Exclude the lane directory from other programs that write to its files. If there is no such program,"
                    + " please report this as a bug, with the text of this warning."),
    COUNTS_SPOILT(
            "TR3032",
            ERROR,
            "Counters of dropped events are corrupt",
            "Exclude the lane directory from other programs that write to its files. If there is no such program,"
                    + " please report this as a bug, with the text of this warning."),

    // Losses at run time.
    EVENTS_DROPPED(
            "TR4001",
            ERROR,
            "Events were dropped: memory full",
            "Log less, use a faster disk, or raise memory or spill in <tailrace>."),
    EVENTS_LEFT(
            "TR4002",
            WARNING,
            "Shutdown timeout: log lines were still unwritten",
            "Run ./tailrace drain LOG, unless a process logs to it soon. Set a larger shutdown in <tailrace>, or find out"
                    + " why the disk is slow (iostat -x 1)."),
    ENCODER_FAILED(
            "TR4003",
            ERROR,
            "An event could not be encoded",
            "Look at the exception in the message and correct that code. After a StackOverflowError, end the"
                    + " recursion, or give threads more stack (-Xss)."),
    EVENTS_LOST(
            "TR4004",
            ERROR,
            "Shutdown timeout: events were lost",
            "Set a larger shutdown in <tailrace>, or find out why the log can't be written (df -h, iostat -x 1)."),
    INTERNAL_ERROR(
            "TR4005",
            ERROR,
            "Internal error in Tailrace",
            "Nothing breaks: logging continues. Please report it with this text.");

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

    /** Whether the finding is about the content of a configuration, not about its environment. */
    public boolean isOfConfiguration() {
        return code.startsWith("TR1");
    }

    /** Whether the finding is about lanes and their memory, not about a configuration. */
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
