package dev.tailrace.lint.logback;

import dev.tailrace.config.model.ConfigElement;
import dev.tailrace.lint.remark.Circumstances;
import dev.tailrace.lint.remark.LintCode;
import dev.tailrace.lint.remark.LintRule;
import dev.tailrace.lint.remark.NetworkRules;
import dev.tailrace.lint.remark.Remarks;
import dev.tailrace.lint.remark.SizeFormats;
import java.util.List;
import java.util.Locale;

/** Rules on an AsyncAppender's queue: waits and lost events. */
public final class QueueRules {
    public static final List<LintRule<LogbackFile>> ALL = List.of(
            QueueRules::fills,
            QueueRules::discardsByDefault,
            QueueRules::discardsAlways,
            QueueRules::neverBlocks,
            QueueRules::lostAtExit);

    private static final int DEFAULT_QUEUE = 256;

    private QueueRules() {}

    private static void fills(LogbackFile file, Circumstances circumstances, Remarks remarks) {
        for (ConfigElement async : file.asynchronous()) {
            if (file.behind(async).stream().noneMatch(LogbackFile::isFile) || !file.isTalkative()) {
                continue;
            }
            double stall =
                    file.behind(async).stream().mapToDouble(file::stall).max().orElse(0);
            double pause = Math.max(stall, Circumstances.USUAL_PAUSE);
            double seconds = queueSize(async) / circumstances.linesPerSecond();
            if (seconds < pause) {
                boolean drops = LogbackFile.isTrue(async, "neverBlock");
                boolean discards = LogbackFile.integer(async, "discardingThreshold", -1) != 0;
                remarks.add(
                        LintCode.QUEUE_FILLS,
                        async,
                        async.line(),
                        String.format(
                                Locale.ROOT,
                                "The queue of %s takes %,d events. At %,.0f lines a second it is full after %s of a pause; %s"
                                        + " pauses for %s, and %s.",
                                Remarks.name(async),
                                queueSize(async),
                                circumstances.linesPerSecond(),
                                SizeFormats.seconds(seconds),
                                stall > Circumstances.USUAL_PAUSE ? "a roll here" : "a disk now and then",
                                SizeFormats.seconds(pause),
                                drops
                                        ? "what comes meanwhile is dropped"
                                        : discards
                                                ? "INFO and below are dropped, and threads that log WARN or ERROR wait"
                                                : "every thread that logs meanwhile waits"),
                        String.format(
                                Locale.ROOT,
                                "a pause of %s needs %,.0f",
                                SizeFormats.seconds(pause),
                                Math.ceil(pause * circumstances.linesPerSecond())));
            }
        }
    }

    private static void discardsByDefault(LogbackFile file, Circumstances circumstances, Remarks remarks) {
        for (ConfigElement async : filling(file)) {
            if (LogbackFile.integer(async, "discardingThreshold", -1) == -1 && file.isTalkative()) {
                int left = queueSize(async) / 5;
                remarks.add(
                        LintCode.DISCARDS_BY_DEFAULT,
                        async,
                        async.line(),
                        Remarks.name(async)
                                + " has no discardingThreshold: when less than a fifth of its queue is free, TRACE,"
                                + " DEBUG and INFO are dropped, and the log does not say so.",
                        String.format(
                                Locale.ROOT,
                                "at %,.0f lines a second that begins after %s of a pause",
                                circumstances.linesPerSecond(),
                                SizeFormats.seconds((queueSize(async) - left) / circumstances.linesPerSecond())));
            }
        }
    }

    private static void discardsAlways(LogbackFile file, Circumstances circumstances, Remarks remarks) {
        for (ConfigElement async : file.asynchronous()) {
            int threshold = LogbackFile.integer(async, "discardingThreshold", -1);
            if (threshold > queueSize(async)) {
                remarks.add(
                        LintCode.DISCARDS_ALWAYS,
                        async,
                        LogbackFile.lineOf(async, "discardingThreshold"),
                        String.format(
                                Locale.ROOT,
                                "%s drops TRACE, DEBUG and INFO when fewer than %,d places are free, but its queue has"
                                        + " only %,d: they never reach the log.",
                                Remarks.name(async),
                                threshold,
                                queueSize(async)));
            }
        }
    }

    private static void neverBlocks(LogbackFile file, Circumstances circumstances, Remarks remarks) {
        for (ConfigElement async : filling(file)) {
            if (LogbackFile.isTrue(async, "neverBlock")) {
                remarks.add(
                        LintCode.NEVER_BLOCKS,
                        async,
                        LogbackFile.lineOf(async, "neverBlock"),
                        Remarks.name(async)
                                + " drops events of every level, errors included, while its queue is full; the log does"
                                + " not say so.");
            }
        }
    }

    private static void lostAtExit(LogbackFile file, Circumstances circumstances, Remarks remarks) {
        if (file.hasShutdownHook() || file.isSprings()) {
            return;
        }
        for (ConfigElement async : file.asynchronous()) {
            remarks.add(
                    LintCode.LOST_AT_EXIT,
                    async,
                    async.line(),
                    "When the process ends, what is in the queue of " + Remarks.name(async)
                            + " is gone: nothing stops Logback before.");
        }
    }

    /** Asynchronous appenders whose queue can fill: what is behind them may make their thread wait. */
    private static List<ConfigElement> filling(LogbackFile file) {
        return file.asynchronous().stream()
                .filter(async -> file.behind(async).stream().noneMatch(NetworkRules::isQueued))
                .toList();
    }

    public static int queueSize(ConfigElement async) {
        int size = LogbackFile.integer(async, "queueSize", DEFAULT_QUEUE);
        return size < 1 ? DEFAULT_QUEUE : size;
    }
}
