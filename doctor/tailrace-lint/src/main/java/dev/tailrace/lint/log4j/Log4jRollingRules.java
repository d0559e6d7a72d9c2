package dev.tailrace.lint.log4j;

import dev.tailrace.config.model.ConfigElement;
import dev.tailrace.config.model.LoggerConfig;
import dev.tailrace.config.model.Threshold;
import dev.tailrace.lint.remark.Circumstances;
import dev.tailrace.lint.remark.LintCode;
import dev.tailrace.lint.remark.LintRule;
import dev.tailrace.lint.remark.Parameters;
import dev.tailrace.lint.remark.Remarks;
import dev.tailrace.lint.remark.SizeFormats;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** How files of a log4j2.xml grow, roll and are removed. */
public final class Log4jRollingRules {
    public static final List<LintRule<Log4jFile>> ALL = List.of(
            Log4jRollingRules::compressionWaitedFor,
            Log4jRollingRules::unboundedHistory,
            Log4jRollingRules::deletesNothing,
            Log4jRollingRules::secondTrigger,
            Log4jRollingRules::neverRolled,
            Log4jRollingRules::locking,
            Log4jRollingRules::flushPerEvent);

    /** A pause that clients notice: many give up on a request after it. */
    private static final double NOTICED_SECONDS = 10;

    private static final Pattern INDEX = Pattern.compile("%\\d*i");
    private static final Pattern DATE = Pattern.compile("%d|\\$\\{date:");

    private Log4jRollingRules() {}

    private static void compressionWaitedFor(Log4jFile file, Circumstances circumstances, Remarks remarks) {
        for (ConfigElement appender : file.opened()) {
            String suffix = compression(appender);
            long size = Log4jFile.isRolling(appender) && suffix != null ? file.maxFileSize(appender) : 0;
            if (size == 0) {
                continue;
            }
            double speed = Circumstances.GZIP_BYTES_PER_SECOND;
            double seconds = size / speed;
            if (seconds >= NOTICED_SECONDS) {
                remarks.inLog4j(
                        LintCode.COMPRESSION_WAITED_FOR,
                        appender,
                        appender.line(),
                        "Log4j packs a finished file of " + Remarks.name(appender) + " into " + suffix
                                + " in another thread, but a roll that comes before that is done waits for it, and with"
                                + " it all that log there: for up to " + SizeFormats.seconds(seconds)
                                + ", and as long when the process ends.",
                        "Roll at a smaller size, or leave the compression out of filePattern.",
                        SizeFormats.bytes(size) + " a file / " + SizeFormats.bytes((long) speed)
                                + " a second, which is gzip's usual speed");
            }
        }
    }

    public static @Nullable String compression(ConfigElement appender) {
        String pattern = Parameters.value(appender, "filePattern");
        return Stream.of(".gz", ".zip", ".bz2", ".deflate", ".xz", ".zst")
                .filter(pattern::endsWith)
                .findFirst()
                .orElse(null);
    }

    private static void unboundedHistory(Log4jFile file, Circumstances circumstances, Remarks remarks) {
        for (ConfigElement appender : file.opened()) {
            if (!Log4jFile.isRolling(appender)) {
                continue;
            }
            ConfigElement strategy = appender.children().stream()
                    .filter(each -> each.name().endsWith("strategy"))
                    .findFirst()
                    .orElse(null);
            boolean deletes =
                    strategy != null && strategy.all("delete").findAny().isPresent();
            String pattern = Parameters.value(appender, "filePattern");
            boolean dated = DATE.matcher(pattern).find();
            boolean endless = dated || (INDEX.matcher(pattern).find() && countsOn(appender, strategy));
            if (!deletes && endless && !pattern.isEmpty()) {
                boolean max =
                        strategy != null && !Parameters.value(strategy, "max").isEmpty();
                remarks.inLog4j(
                        LintCode.UNBOUNDED_HISTORY,
                        appender,
                        appender.line(),
                        "Finished files of " + Remarks.name(appender) + " stay until another program removes them: "
                                + (dated && max ? "max counts the files of one period only, and " : "")
                                + "there is no <Delete>.",
                        "Add <Delete basePath=\"...\""
                                + depth(pattern)
                                + "> with <IfFileName glob=\"...\"/> and <IfLastModified age=\"30d\"/> to"
                                + (strategy == null ? " a <DefaultRolloverStrategy>." : " the rollover strategy."));
            }
        }
    }

    /** The depth below basePath, the last folder whose name has no date, that the files are at; empty where it is 1. */
    private static String depth(String filePattern) {
        Matcher date = DATE.matcher(filePattern);
        long folders = date.find()
                ? filePattern
                        .substring(date.start())
                        .replaceAll("\\{[^}]*}", "")
                        .chars()
                        .filter(c -> c == '/')
                        .count()
                : 0;
        return folders == 0 ? "" : " maxDepth=\"" + (folders + 1) + "\"";
    }

    private static void deletesNothing(Log4jFile file, Circumstances circumstances, Remarks remarks) {
        for (ConfigElement appender : file.opened()) {
            List<ConfigElement> deletes = appender.children().stream()
                    .flatMap(each -> each.all("delete"))
                    .toList();
            String pattern = Parameters.value(appender, "filePattern");
            String finished = DeletedNames.sample(pattern);
            if (finished != null
                    && !deletes.isEmpty()
                    && deletes.stream().noneMatch(each -> DeletedNames.mayMatch(each, finished))) {
                remarks.inLog4j(
                        LintCode.DELETES_NOTHING,
                        appender,
                        deletes.get(0).line(),
                        "The <Delete> of " + Remarks.name(appender) + " matches no file such as " + finished
                                + ", as filePattern names them: they stay until another program removes them.",
                        LintCode.DELETES_NOTHING.text().remedy());
            }
        }
    }

    private static void secondTrigger(Log4jFile file, Circumstances circumstances, Remarks remarks) {
        for (ConfigElement appender : file.opened()) {
            List<ConfigElement> triggers = appender.children().stream()
                    .filter(each -> each.name().endsWith("triggeringpolicy"))
                    .toList();
            if (Log4jFile.isRolling(appender) && triggers.size() > 1) {
                remarks.inLog4j(
                        LintCode.SECOND_TRIGGER,
                        appender,
                        triggers.get(1).line(),
                        Remarks.name(appender) + " has " + triggers.size()
                                + " triggers without <Policies> around them: Log4j takes the first one only.",
                        "Put them into <Policies>.");
            }
        }
    }

    /** Whether indices have no end. */
    private static boolean countsOn(ConfigElement appender, @Nullable ConfigElement strategy) {
        boolean direct = Parameters.value(appender, "fileName").isEmpty();
        return strategy == null
                ? direct
                : direct
                        ? Parameters.value(strategy, "maxFiles").isEmpty()
                        : Parameters.value(strategy, "fileIndex").equalsIgnoreCase("nomax");
    }

    private static void neverRolled(Log4jFile file, Circumstances circumstances, Remarks remarks) {
        for (ConfigElement appender : file.opened()) {
            if (Log4jFile.isPlainFile(appender) && Parameters.isTrue(appender, "append", true)) {
                remarks.inLog4j(
                        LintCode.NEVER_ROLLED,
                        appender,
                        appender.line(),
                        "The file of " + Remarks.name(appender)
                                + " is never rolled. Log4j does not notice, either, when another program moves it away.",
                        "Use RollingFile with a TimeBasedTriggeringPolicy and a SizeBasedTriggeringPolicy.");
            }
        }
    }

    private static void locking(Log4jFile file, Circumstances circumstances, Remarks remarks) {
        for (ConfigElement appender : file.opened()) {
            if (Log4jFile.isFile(appender) && Parameters.isTrue(appender, "locking", false)) {
                remarks.inLog4j(
                        LintCode.PRUDENT,
                        appender,
                        Parameters.lineOf(appender, "locking"),
                        Remarks.name(appender)
                                + " has locking=\"true\": for each event its file is locked and written. All processes that"
                                + " share it wait for each other.",
                        "Give each process a file of its own, and remove locking.");
            }
        }
    }

    private static void flushPerEvent(Log4jFile file, Circumstances circumstances, Remarks remarks) {
        for (ConfigElement appender : file.opened()) {
            if (!Log4jFile.isFile(appender) || !Parameters.isTrue(appender, "immediateFlush", true)) {
                continue;
            }
            boolean asked = !Parameters.value(appender, "immediateFlush").isEmpty();
            if (file.ways(appender).stream()
                    .anyMatch(way -> !way.isQueued() && (asked || isMuch(file, appender, way)))) {
                remarks.inLog4j(
                        LintCode.FLUSH_PER_EVENT,
                        appender,
                        Parameters.lineOf(appender, "immediateFlush"),
                        "Loggers write to " + Remarks.name(appender)
                                + " directly, and it flushes each event: under its lock, one call of the system for"
                                + " each line, and a disk that pauses stops every thread that logs.",
                        "Use asynchronous loggers (<AsyncRoot>), or set immediateFlush=\"false\".",
                        String.format(
                                Locale.ROOT,
                                "%,.0f lines a second are as many calls of write",
                                circumstances.linesPerSecond()));
            }
        }
    }

    /** Whether the root logger writes to it from INFO on, and no filter keeps that away. */
    private static boolean isMuch(Log4jFile file, ConfigElement appender, Log4jFile.Way way) {
        LoggerConfig root = file.examination().configuration().root();
        Threshold level = root.level();
        return Log4jFile.loggerName(way.logger()).equals(Log4jFile.ROOT)
                && level != null
                && level.code() <= Threshold.INFO.code()
                && file.examination().configuration().appenders().stream()
                        .anyMatch(each -> each.name().equals(Parameters.name(appender))
                                && each.filters().isEmpty());
    }
}
