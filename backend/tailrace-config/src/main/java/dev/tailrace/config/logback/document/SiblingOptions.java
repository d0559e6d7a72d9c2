package dev.tailrace.config.logback.document;

import dev.tailrace.config.logback.document.LogbackClasses.Part;
import org.jspecify.annotations.Nullable;

/**
 * Options that are unknown to the class they are given to, but known to a sister class of Logback's: what follows for the log, and what
 * has to be changed, which is more than the option's spelling. Stateless.
 */
final class SiblingOptions {
    /**
     * What to say of one.
     *
     * @param owner the class that doesn't have it, as people call it
     * @param consequence the end of a sentence, with a full stop
     */
    record Advice(String owner, String consequence, String remedy) {}

    private static final String BY_SIZE = "use SizeAndTimeBasedRollingPolicy with <maxFileSize> as the class of"
            + " <rollingPolicy>, and put %i into fileNamePattern, as in app.%d{yyyy-MM-dd}.%i.log.";

    private SiblingOptions() {}

    /** Null when no sister class has it. */
    static @Nullable Advice of(String option, Part owner) {
        return switch (owner) {
            case TIME_BASED, SIZE_AND_TIME_BASED -> timeBased(option, owner);
            case FIXED_WINDOW -> fixedWindow(option);
            case SIZE_TRIGGER, OLD_SIZE_AND_TIME_BASED, OLD_SIZE_AND_TIME_BASED_LONG -> trigger(option, owner);
            case CONSOLE_APPENDER, FILE_APPENDER, ROLLING_FILE_APPENDER, ASYNC_APPENDER -> appender(option, owner);
            case THRESHOLD_FILTER -> filter(option);
            default -> null;
        };
    }

    private static @Nullable Advice timeBased(String option, Part owner) {
        String name = owner == Part.TIME_BASED ? "TimeBasedRollingPolicy" : "SizeAndTimeBasedRollingPolicy";
        return switch (option) {
            case "maxFileSize" ->
                new Advice(
                        name,
                        "the file is rolled by date only, however large it is.",
                        "For a roll by size, too, " + BY_SIZE);
            case "minIndex", "maxIndex" ->
                new Advice(
                        name,
                        "it limits nothing, and rolled files are kept as <maxHistory> and <totalSizeCap> say.",
                        "Use <maxHistory> (a number of periods, not of files) and <totalSizeCap>; <" + option
                                + "> is for FixedWindowRollingPolicy.");
            default -> null;
        };
    }

    private static @Nullable Advice fixedWindow(String option) {
        return switch (option) {
            case "maxHistory", "totalSizeCap", "cleanHistoryOnStart" ->
                new Advice(
                        "FixedWindowRollingPolicy",
                        "as many files are kept as <minIndex> and <maxIndex> say (7 without them).",
                        "Set <maxIndex> instead, or use SizeAndTimeBasedRollingPolicy, with %d and %i in"
                                + " fileNamePattern and without <triggeringPolicy>.");
            case "maxFileSize" ->
                new Advice(
                        "FixedWindowRollingPolicy",
                        "the file is rolled at the size that the <triggeringPolicy> has (10MB without one).",
                        "Put it into a <triggeringPolicy> of class SizeBasedTriggeringPolicy beside the"
                                + " <rollingPolicy>.");
            default -> null;
        };
    }

    private static @Nullable Advice trigger(String option, Part owner) {
        String name = owner == Part.SIZE_TRIGGER ? "SizeBasedTriggeringPolicy" : "SizeAndTimeBasedFNATP";
        return switch (option) {
            case "maxHistory", "totalSizeCap", "cleanHistoryOnStart" ->
                new Advice(
                        name,
                        "no rolled file is deleted because of it.",
                        owner == Part.SIZE_TRIGGER
                                ? "Move it into a <rollingPolicy> of class SizeAndTimeBasedRollingPolicy, with"
                                        + " <maxFileSize> and %d and %i in fileNamePattern, and remove this"
                                        + " <triggeringPolicy>; with FixedWindowRollingPolicy, set <maxIndex> there."
                                : "Move it into the <rollingPolicy> around.");
            case "fileNamePattern" -> new Advice(name, "it names no file.", "Move it into the <rollingPolicy>.");
            default -> null;
        };
    }

    private static @Nullable Advice appender(String option, Part owner) {
        String name = owner == Part.CONSOLE_APPENDER
                ? "ConsoleAppender"
                : owner == Part.FILE_APPENDER
                        ? "FileAppender"
                        : owner == Part.ASYNC_APPENDER ? "AsyncAppender" : "RollingFileAppender";
        return switch (option) {
            case "rollingPolicy", "triggeringPolicy" ->
                new Advice(
                        name,
                        owner == Part.FILE_APPENDER ? "the file is never rolled." : "it rolls nothing.",
                        owner == Part.ASYNC_APPENDER
                                ? "Move it into the appender that this one refers to, of class RollingFileAppender."
                                : "Use RollingFileAppender (ch.qos.logback.core.rolling.RollingFileAppender) as the class"
                                        + " of this appender.");
            case "maxFileSize", "maxHistory", "totalSizeCap", "fileNamePattern", "cleanHistoryOnStart" ->
                new Advice(
                        name,
                        owner == Part.ROLLING_FILE_APPENDER
                                ? "the file is rolled as its <rollingPolicy> says, without it."
                                : "nothing is rolled by it.",
                        owner == Part.ROLLING_FILE_APPENDER
                                ? "Move it into the <rollingPolicy>; for a size, " + BY_SIZE
                                : "Use RollingFileAppender with a <rollingPolicy>, and move it into that.");
            case "queueSize", "discardingThreshold", "neverBlock", "includeCallerData", "maxFlushTime" ->
                new Advice(
                        name,
                        "this appender has no queue to set.",
                        "Remove it: every appender is asynchronous here. In Logback it is an option of AsyncAppender,"
                                + " which refers to this appender.");
            case "appender-ref" ->
                new Advice(
                        name,
                        "no event is handed on.",
                        "Use AsyncAppender as the class of an appender that refers to others, or let the logger refer to"
                                + " both.");
            case "file", "append", "prudent" ->
                new Advice(
                        name,
                        owner == Part.CONSOLE_APPENDER ? "its lines go to the console only." : "it names no file.",
                        owner == Part.CONSOLE_APPENDER
                                ? "Use FileAppender or RollingFileAppender as the class of this appender, or remove it."
                                : "Move it into the appender that this one refers to.");
            case "encoder", "layout" ->
                new Advice(
                        name,
                        "lines look as the appender behind says.",
                        "Move it into the appender that this one refers to.");
            case "pattern" ->
                new Advice(name, "lines look as the <encoder> says.", "Move it into an <encoder> of this appender.");
            default -> null;
        };
    }

    private static @Nullable Advice filter(String option) {
        return switch (option) {
            case "onMatch", "onMismatch" ->
                new Advice(
                        "ThresholdFilter",
                        "what is below its level is denied, and all else goes on.",
                        "Remove it, or use LevelFilter, which has it: that one matches exactly one level.");
            default -> null;
        };
    }
}
