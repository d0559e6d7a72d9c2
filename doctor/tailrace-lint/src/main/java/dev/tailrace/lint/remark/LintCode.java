package dev.tailrace.lint.remark;

import dev.tailrace.finding.FindingCode;
import dev.tailrace.finding.FindingCode.Severity;
import java.util.EnumSet;
import java.util.Set;

/**
 * Troubles of a configuration for users who stay with Logback or Log4j. Each has its anchor in docs/reference/lint.md. The remedies are for Logback;
 * rules about Log4j have their own.
 */
public enum LintCode implements RemarkCode {
    // Rolling.
    SYNCHRONOUS_COMPRESSION(
            "TR5001",
            Severity.ERROR,
            "Threads wait while a rolled file is compressed",
            "Use SizeAndTimeBasedRollingPolicy, which compresses in another thread, or leave the compression out of"
                    + " the name.",
            "a roll is one rename, also with a fixed window; compression is done later, by no thread that logs."),
    UNBOUNDED_HISTORY(
            "TR5002",
            Severity.WARNING,
            "Rolled files are never deleted",
            "Add <maxHistory>, and <totalSizeCap> beside it.",
            "the same holds; it removes nothing without a setting."),
    CAP_BELOW_FILE_SIZE(
            "TR5003",
            Severity.WARNING,
            "totalSizeCap is smaller than one file",
            "Make <totalSizeCap> a multiple of <maxFileSize>.",
            "the same holds: each finished file is removed at the next roll."),
    NEVER_ROLLED(
            "TR5004",
            Severity.WARNING,
            "A log file is never rolled and grows without limit",
            "Use RollingFileAppender with SizeAndTimeBasedRollingPolicy.",
            "the same holds; but when another program moves the file, it is opened anew within a second."),
    PRUDENT(
            "TR5005",
            Severity.WARNING,
            "A file lock is taken for each event",
            "Give each process a file of its own, and remove <prudent>.",
            "any number of processes share a file without a lock on the way of an event."),
    FLUSH_PER_EVENT(
            "TR5006",
            Severity.INFO,
            "Each event is written to the file by the thread that logs it",
            "Put an AsyncAppender before it, or set <immediateFlush> to false together with a <shutdownHook/>.",
            "a log call writes to memory; another thread writes batches to the file."),
    COMPRESSION_WAITED_FOR(
            "TR5007",
            Severity.WARNING,
            "A roll waits for the compression of the last one",
            "Roll at a smaller size, or leave the compression out of the name.",
            "a roll waits for nothing; compression is done later, by no thread that logs."),
    ROLLING_DIFFERS(
            "TR5008",
            Severity.WARNING,
            "Two configurations roll one log file differently",
            "Give both the same rolling, or each a log file of its own. Logback must not write one file from two"
                    + " processes at all.",
            "the processes share the file, and it is rolled as the one that was there first has it, until that one has"
                    + " ended (TR2016)."),
    SECOND_TRIGGER(
            "TR5018",
            Severity.WARNING,
            "Of several triggers only one counts",
            "Keep one <triggeringPolicy>; for time and size use SizeAndTimeBasedRollingPolicy.",
            "the same one counts."),
    DELETES_NOTHING(
            "TR5019",
            Severity.WARNING,
            "A delete action matches none of the files that are rolled",
            "Correct glob: it is compared with the path below basePath, and a file in basePath itself has no directory before its name.",
            "the same is compared."),

    // Queues.
    QUEUE_FILLS(
            "TR5010",
            Severity.WARNING,
            "The queue is full before a pause ends",
            "Raise <queueSize> to at least the lines of the longest pause at the highest rate.",
            "there is no queue to size: what waits is bounded by bytes for the whole process, in memory and then on disk."),
    DISCARDS_BY_DEFAULT(
            "TR5011",
            Severity.WARNING,
            "INFO and below are dropped silently",
            "Set <discardingThreshold> to 0.",
            "nothing is dropped unless it is asked for, and what is dropped is counted, and the log says so."),
    DISCARDS_ALWAYS(
            "TR5012",
            Severity.ERROR,
            "INFO and below are always dropped",
            "discardingThreshold is a number of events, not a percentage: set it to 0, or below <queueSize>.",
            "it means: at both caps, drop what is below WARN; never before."),
    NEVER_BLOCKS(
            "TR5013",
            Severity.WARNING,
            "Events of every level are dropped when the queue is full",
            "Remove <neverBlock>, and make the queue large enough for the longest pause.",
            "it means: drop when memory and disk for waiting lines are used up; drops are counted, and the log says so."),
    LOST_AT_EXIT(
            "TR5014",
            Severity.INFO,
            "Queued events are lost when the process ends",
            "Add <shutdownHook/> to the configuration, unless a framework (Spring Boot, a servlet container) stops"
                    + " Logback.",
            "what was logged is in shared memory and reaches the file, also after kill -9."),
    BURST_DROPPED(
            "TR5015",
            Severity.WARNING,
            "A burst filter drops events",
            "Remove the filter, and find out which code logs so much.",
            "the filter does the same; without it nothing is dropped."),
    NETWORK_AWAY(
            "TR5016",
            Severity.WARNING,
            "A log server that is away blocks log calls, or loses their lines",
            "Write to a file, and let an agent on the machine send it.",
            "the appender is read as a target: records wait on this disk until the server has taken them, and no log call"
                    + " waits (docs/reference/targets.md)."),
    QUEUE_BEFORE_TAILRACE(
            "TR5017",
            Severity.WARNING,
            "A queue before Tailrace's appender loses events with the process",
            "Let the logger refer to the appender directly: its calls wait for no disk.",
            "there is no queue: a call returns when its line is in shared memory."),

    // Patterns.
    LOCATION_LOST(
            "TR5020",
            Severity.WARNING,
            "Caller location is configured but missing",
            "Set <includeCallerData> of the asynchronous appender to true, or take the words out of the pattern.",
            "the location is there, since a line is made in the thread that logs it."),
    LOCATION_COST(
            "TR5021",
            Severity.INFO,
            "Caller location: the stack is walked for each event",
            "Take the words out of the pattern; %logger says nearly the same.",
            "it is walked, too, but only for the appenders that ask for it."),
    CALLER_DATA_UNUSED(
            "TR5022",
            Severity.WARNING,
            "Caller location is computed for each event but never used",
            "Remove <includeCallerData>.",
            "nothing is walked: no pattern asks for it."),
    EXCEPTIONS_FORGE_LINES(
            "TR5023",
            Severity.INFO,
            "Log injection: line ends are replaced in messages, not in exceptions",
            "Put a %replace around %ex, too, or end the pattern in %nopex.",
            "<tailrace multiline=\"indent\"/> or \"escape\" covers both; by default both keep their lines."),
    WEEK_YEAR(
            "TR5024",
            Severity.WARNING,
            "Wrong year at the turn of the year: YYYY is the week year",
            "Write yyyy instead of YYYY.",
            "the same is written."),

    // Loggers.
    ROOT_TOO_TALKATIVE(
            "TR5030",
            Severity.WARNING,
            "Root logger at DEBUG or below writes to a file or a log server",
            "Set the root logger to INFO, and name the loggers that may say more.",
            "the same is written."),
    WRITTEN_TWICE(
            "TR5031",
            Severity.WARNING,
            "Additivity: events of a logger are written more than once",
            "Add additivity=\"false\" to the logger, or remove its <appender-ref>.",
            "the same is written."),
    SIFTING_UNBOUNDED(
            "TR5032",
            Severity.WARNING,
            "Number of open files is not limited",
            "Add <maxAppenderCount> to the SiftingAppender.",
            "at most 256 files are open at a time, of any number of values."),
    SCRIPTED_CONDITION(
            "TR5033",
            Severity.WARNING,
            "Condition that newer Logback versions don't read",
            "Put <condition class=\"ch.qos.logback.core.boolex.ExpressionPropertyCondition\"> in front of the <if>, and"
                    + " the condition into its <expression>.",
            "it is evaluated, without a compiler or script engine on the class path."),
    SETTING_UNREAD(
            "TR5034",
            Severity.WARNING,
            "System property written where Log4j does not read it",
            "Give it as a system property.",
            "there is no such setting: every appender is asynchronous."),
    WRITTEN_NOWHERE(
            "TR5036",
            Severity.WARNING,
            "Events are written nowhere",
            "Add an appender, or a filter that lets them through; where they shall be dropped, say so by the logger's level.",
            "the same is dropped."),
    CREDENTIALS_IN_CLEAR(
            "TR5035",
            Severity.WARNING,
            "Credentials are sent in clear text",
            "Use https, SASL_SSL with Kafka, or a collector on this machine.",
            "the same is sent.");

    /** Codes that fit many configurations and name no defect; each is an info. */
    private static final Set<LintCode> GENERAL = EnumSet.of(FLUSH_PER_EVENT, LOCATION_COST);

    @SuppressWarnings("ImmutableEnumChecker") // Strings and an enum.
    private final Text text;

    LintCode(String code, Severity severity, String title, String remedy, String withTailrace) {
        text = new Text(code, severity, title, remedy, withTailrace);
    }

    /** Findings that a file has because lint runs outside of the application. */
    private static final Set<FindingCode> OUTSIDE =
            EnumSet.of(FindingCode.SPRING_ASSUMED, FindingCode.UNDEFINED_VARIABLE);

    /** Whether lint shows it only when it is asked for all. */
    public static boolean isGeneral(String code) {
        return GENERAL.stream().anyMatch(each -> each.code().equals(code))
                || OUTSIDE.stream().anyMatch(each -> each.code().equals(code));
    }

    @Override
    public Text text() {
        return text;
    }
}
