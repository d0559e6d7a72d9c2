package dev.tailrace.lint.log4j;

import dev.tailrace.config.model.ConfigElement;
import dev.tailrace.lint.remark.Circumstances;
import dev.tailrace.lint.remark.LintCode;
import dev.tailrace.lint.remark.LintRule;
import dev.tailrace.lint.remark.Parameters;
import dev.tailrace.lint.remark.Remarks;
import dev.tailrace.lint.remark.SizeFormats;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Rules on the queues of a log4j2.xml: waits and lost events. */
public final class Log4jQueueRules {
    public static final List<LintRule<Log4jFile>> ALL = List.of(
            Log4jQueueRules::fills,
            Log4jQueueRules::ringFills,
            Log4jQueueRules::neverBlocks,
            Log4jQueueRules::lostAtExit,
            Log4jQueueRules::beforeTailrace,
            Log4jQueueRules::bursts);

    private static final int DEFAULT_QUEUE = 1024;
    /** The ring of all asynchronous loggers together; no configuration changes it, only a system property does. */
    private static final int DEFAULT_RING = 4096;

    private Log4jQueueRules() {}

    private static void fills(Log4jFile file, Circumstances circumstances, Remarks remarks) {
        for (ConfigElement async : file.asynchronous()) {
            if (file.behind(async).noneMatch(Log4jFile::isFile)) {
                continue;
            }
            int size = Parameters.integer(async, "bufferSize", DEFAULT_QUEUE);
            fills(
                    async,
                    Parameters.lineOf(async, "bufferSize"),
                    "The queue of " + Remarks.name(async),
                    size,
                    Parameters.isTrue(async, "blocking", true),
                    "Raise bufferSize to at least the lines of the longest pause at the highest rate.",
                    circumstances,
                    remarks);
        }
    }

    private static void ringFills(Log4jFile file, Circumstances circumstances, Remarks remarks) {
        file.loggers().values().stream()
                .filter(each -> Log4jFile.isAsyncLogger(each)
                        && !Log4jFile.references(each).isEmpty())
                .findFirst()
                .ifPresent(each -> fills(
                        each,
                        each.line(),
                        "The ring that all asynchronous loggers share",
                        circumstances.ringEvents() > 0 ? circumstances.ringEvents() : DEFAULT_RING,
                        true,
                        "Raise the system property log4j2.asyncLoggerConfigRingBufferSize; where a context selector makes all"
                                + " loggers asynchronous, log4j2.asyncLoggerRingBufferSize.",
                        circumstances,
                        remarks));
    }

    private static void fills(
            ConfigElement element,
            int line,
            String queue,
            int size,
            boolean blocking,
            String remedy,
            Circumstances circumstances,
            Remarks remarks) {
        double seconds = size / circumstances.linesPerSecond();
        if (seconds < Circumstances.USUAL_PAUSE) {
            remarks.inLog4j(
                    LintCode.QUEUE_FILLS,
                    element,
                    line,
                    String.format(
                            Locale.ROOT,
                            "%s takes %,d events. At %,.0f lines a second it is full after %s of a pause; a disk now and"
                                    + " then pauses for %s, and %s.",
                            queue,
                            size,
                            circumstances.linesPerSecond(),
                            SizeFormats.seconds(seconds),
                            SizeFormats.seconds(Circumstances.USUAL_PAUSE),
                            blocking ? "every thread that logs meanwhile waits" : "what comes meanwhile is dropped"),
                    remedy,
                    String.format(
                            Locale.ROOT,
                            "a pause of %s needs %,.0f",
                            SizeFormats.seconds(Circumstances.USUAL_PAUSE),
                            Math.ceil(Circumstances.USUAL_PAUSE * circumstances.linesPerSecond())));
        }
    }

    private static void neverBlocks(Log4jFile file, Circumstances circumstances, Remarks remarks) {
        for (ConfigElement async : file.asynchronous()) {
            boolean spare = !Parameters.value(async, "errorRef").isEmpty()
                    || !Parameters.value(async, "error-ref").isEmpty();
            if (!Parameters.isTrue(async, "blocking", true) && !spare) {
                remarks.inLog4j(
                        LintCode.NEVER_BLOCKS,
                        async,
                        Parameters.lineOf(async, "blocking"),
                        Remarks.name(async)
                                + " drops events of every level, errors included, while its queue is full; nothing counts"
                                + " them.",
                        "Remove blocking=\"false\" and make the queue large enough for the longest pause, or name another"
                                + " appender by errorRef.");
            }
        }
    }

    private static void lostAtExit(Log4jFile file, Circumstances circumstances, Remarks remarks) {
        boolean queued =
                file.opened().stream().flatMap(each -> file.ways(each).stream()).anyMatch(Log4jFile.Way::isQueued);
        if (queued && Parameters.value(file.root(), "shutdownHook").equalsIgnoreCase("disable")) {
            remarks.inLog4j(
                    LintCode.LOST_AT_EXIT,
                    file.root(),
                    file.root().line(),
                    "shutdownHook is \"disable\": what is in a queue when the process ends is gone, unless the application calls"
                            + " LogManager.shutdown().",
                    "Remove shutdownHook, unless a framework stops Log4j.");
        }
    }

    private static void beforeTailrace(Log4jFile file, Circumstances circumstances, Remarks remarks) {
        Set<ConfigElement> queues = new LinkedHashSet<>();
        for (ConfigElement appender : file.opened()) {
            for (Log4jFile.Way way : file.ways(appender)) {
                if (Log4jFile.isTailrace(appender) && way.isQueued()) {
                    queues.add(
                            way.through().isEmpty()
                                    ? way.logger()
                                    : way.through().get(0));
                }
            }
        }
        for (ConfigElement queue : queues) {
            remarks.inLog4j(
                    LintCode.QUEUE_BEFORE_TAILRACE,
                    queue,
                    queue.line(),
                    "Events that wait in this queue are gone when the process is killed; only those that have reached the"
                            + " Tailrace appender behind it are safe.",
                    "Let the logger refer to the Tailrace appender directly: its calls wait for no disk.");
        }
    }

    private static void bursts(Log4jFile file, Circumstances circumstances, Remarks remarks) {
        bursts(file.root(), remarks);
    }

    private static void bursts(ConfigElement owner, Remarks remarks) {
        for (ConfigElement child : owner.children()) {
            if (child.name().equals("burstfilter")) {
                String level = Parameters.value(child, "level");
                String rate = Parameters.value(child, "rate");
                remarks.inLog4j(
                        LintCode.BURST_DROPPED,
                        owner,
                        child.line(),
                        "<BurstFilter> drops what is at " + (level.isEmpty() ? "WARN" : level.toUpperCase(Locale.ROOT))
                                + " or below it beyond " + (rate.isEmpty() ? "10" : rate)
                                + " events a second; nothing counts them.",
                        "Remove the filter, and find out which code logs so much.");
            }
            bursts(child, remarks);
        }
    }
}
