package dev.tailrace.lint.logback;

import dev.tailrace.config.model.ConfigElement;
import dev.tailrace.destination.Rolling;
import dev.tailrace.lint.remark.Circumstances;
import dev.tailrace.lint.remark.LintCode;
import dev.tailrace.lint.remark.LintRule;
import dev.tailrace.lint.remark.Remarks;
import dev.tailrace.lint.remark.SizeFormats;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** How files grow, roll and are removed. */
public final class RollingRules {
    public static final List<LintRule<LogbackFile>> ALL = List.of(
            RollingRules::synchronousCompression,
            RollingRules::unboundedHistory,
            RollingRules::capBelowFileSize,
            RollingRules::neverRolled,
            RollingRules::triggers,
            RollingRules::prudent,
            RollingRules::flushPerEvent);

    private RollingRules() {}

    private static void synchronousCompression(LogbackFile file, Circumstances circumstances, Remarks remarks) {
        for (ConfigElement appender : file.opened()) {
            String suffix = LogbackFile.compression(appender);
            if (!(file.rolling(appender) instanceof Rolling.FixedWindow window) || suffix == null) {
                continue;
            }
            double seconds = file.stall(appender);
            remarks.add(
                    LintCode.SYNCHRONOUS_COMPRESSION,
                    appender,
                    LogbackFile.lineOf(appender, "rollingPolicy"),
                    "FixedWindowRollingPolicy packs the finished file into " + suffix
                            + " while it holds the lock of " + Remarks.name(appender) + nameOfFile(appender) + ": for "
                            + (suffix.equals(".xz") ? "more than " : "about ")
                            + SizeFormats.seconds(seconds) + " at each roll, all that log to it wait.",
                    SizeFormats.bytes(window.maxFileSize()) + " a file / "
                            + SizeFormats.bytes((long) Circumstances.GZIP_BYTES_PER_SECOND)
                            + " a second, which is gzip's usual speed");
        }
    }

    private static String nameOfFile(ConfigElement appender) {
        return appender.option("file")
                .map(each -> ", which writes " + each.text())
                .orElse("");
    }

    private static void unboundedHistory(LogbackFile file, Circumstances circumstances, Remarks remarks) {
        for (ConfigElement appender : file.opened()) {
            // What a variable without a value stands for isn't known here.
            boolean known = appender.option("rollingPolicy")
                    .flatMap(each -> each.option("maxHistory"))
                    .map(each -> each.text().matches("\\d+"))
                    .orElse(true);
            if (file.rolling(appender) instanceof Rolling.TimeBased rolling && rolling.maxHistory() == 0 && known) {
                boolean capped = appender.option("rollingPolicy")
                        .flatMap(each -> each.option("totalSizeCap"))
                        .isPresent();
                remarks.add(
                        LintCode.UNBOUNDED_HISTORY,
                        appender,
                        LogbackFile.lineOf(appender, "rollingPolicy"),
                        "Finished files of " + Remarks.name(appender)
                                + " stay until another program removes them: there is no" + " maxHistory"
                                + (capped ? ", and totalSizeCap needs one" : "") + ".");
            }
        }
    }

    private static void capBelowFileSize(LogbackFile file, Circumstances circumstances, Remarks remarks) {
        for (ConfigElement appender : file.opened()) {
            if (file.rolling(appender) instanceof Rolling.TimeBased rolling
                    && rolling.totalSizeCap() > 0
                    && rolling.totalSizeCap() < rolling.maxFileSize()
                    && LogbackFile.compression(appender) == null) {
                ConfigElement policy = appender.option("rollingPolicy").orElse(appender);
                remarks.add(
                        LintCode.CAP_BELOW_FILE_SIZE,
                        appender,
                        LogbackFile.lineOf(policy, "totalSizeCap"),
                        "totalSizeCap of " + Remarks.name(appender) + " is " + SizeFormats.bytes(rolling.totalSizeCap())
                                + ", one file has " + SizeFormats.bytes(rolling.maxFileSize())
                                + ": no finished file is kept.");
            }
        }
    }

    private static void neverRolled(LogbackFile file, Circumstances circumstances, Remarks remarks) {
        for (ConfigElement appender : file.opened()) {
            boolean emptied = appender.option("append")
                    .map(each -> each.text().equalsIgnoreCase("false"))
                    .orElse(false);
            if (LogbackFile.isPlainFile(appender) && !emptied) {
                remarks.add(
                        LintCode.NEVER_ROLLED,
                        appender,
                        appender.line(),
                        "The file of " + Remarks.name(appender)
                                + " is never rolled. Logback does not notice, either, when another program moves it away.");
            }
        }
    }

    /** The last one counts. */
    private static void triggers(LogbackFile file, Circumstances circumstances, Remarks remarks) {
        for (ConfigElement appender : file.opened()) {
            List<ConfigElement> triggers = appender.all("triggeringPolicy").toList();
            for (int i = 1; i < triggers.size(); i++) {
                remarks.add(
                        LintCode.SECOND_TRIGGER,
                        appender,
                        triggers.get(i - 1).line(),
                        "The <triggeringPolicy> in line " + triggers.get(i).line() + " of " + Remarks.name(appender)
                                + " replaces this one.");
            }
        }
    }

    private static void prudent(LogbackFile file, Circumstances circumstances, Remarks remarks) {
        for (ConfigElement appender : file.opened()) {
            if (LogbackFile.isFile(appender) && LogbackFile.isTrue(appender, "prudent")) {
                remarks.add(
                        LintCode.PRUDENT,
                        appender,
                        LogbackFile.lineOf(appender, "prudent"),
                        Remarks.name(appender)
                                + " is prudent: for each event its file is locked, its end looked for, and"
                                + " written. All processes that share it wait for each other.");
            }
        }
    }

    private static void flushPerEvent(LogbackFile file, Circumstances circumstances, Remarks remarks) {
        for (ConfigElement appender : file.opened()) {
            boolean asked = appender.option("immediateFlush").isPresent() && file.isReferredByLoggers(appender);
            // By default each event is flushed; that matters where much is logged.
            boolean much = file.isReferredByTalkativeRoot(appender)
                    && appender.option("filter").isEmpty();
            if (LogbackFile.isFile(appender) && flushes(appender) && (asked || much)) {
                remarks.add(
                        LintCode.FLUSH_PER_EVENT,
                        appender,
                        appender.line(),
                        "Loggers write to " + Remarks.name(appender)
                                + " directly, and it flushes each event: under its lock, one call of the system for"
                                + " each line, and a disk that pauses stops every thread that logs.",
                        String.format(
                                Locale.ROOT,
                                "%,.0f lines a second are as many calls of write",
                                circumstances.linesPerSecond()));
            }
        }
    }

    private static boolean flushes(ConfigElement appender) {
        return Stream.concat(Stream.of(appender), appender.option("encoder").stream())
                .flatMap(owner -> owner.option("immediateFlush").stream())
                .noneMatch(each -> each.text().equalsIgnoreCase("false"));
    }
}
