package dev.tailrace.lint.live;

import dev.tailrace.lint.remark.Circumstances;
import dev.tailrace.lint.remark.LintCode;
import dev.tailrace.lint.remark.Remark;
import dev.tailrace.lint.remark.SizeFormats;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Rules on handlers of java.util.logging and JBoss LogManager that were found in a process. Stateless. */
public final class LiveHandlers {
    private static final String ASYNC = "AsyncHandler";
    private static final String JUL_FILE = "java.util.logging.FileHandler";
    private static final Set<String> TALKATIVE = Set.of("ALL", "FINEST", "FINER", "FINE", "TRACE", "DEBUG");
    private static final double USUAL_PAUSE = Circumstances.USUAL_PAUSE;

    private LiveHandlers() {}

    /** The remarks on a context of java.util.logging or JBoss LogManager. */
    public static List<Remark> remarks(LiveNode context, String file, Circumstances circumstances) {
        List<Remark> remarks = new ArrayList<>();
        LiveAppenders handlers = new LiveAppenders(context);
        for (LiveNode logger : context.all("logger")) {
            for (LiveNode handler : handlers.behind(logger)) {
                if (writesEach(handler)) {
                    remarks.add(Remark.of(
                                    LintCode.FLUSH_PER_EVENT,
                                    String.format(
                                            Locale.ROOT,
                                            "%s has %s, which writes and flushes each record in the thread that logs it, under its"
                                                    + " lock: a disk that pauses stops every thread that logs.",
                                            name(logger),
                                            handlers.name(handler)),
                                    handlers.name(handler),
                                    file,
                                    handler.line())
                            .instead("Put a handler with a queue and a thread of its own before it, or log less."));
                }
                if (logger.value().isEmpty() && isFile(handler) && TALKATIVE.contains(logger.text("level"))) {
                    remarks.add(Remark.of(
                                    LintCode.ROOT_TOO_TALKATIVE,
                                    "The root logger logs from " + logger.text("level") + " on to "
                                            + handlers.name(handler)
                                            + ", and so does every library without a level of its own.",
                                    "root logger",
                                    file,
                                    logger.line())
                            .instead("Set the root logger to INFO, and name the loggers that may say more."));
                }
            }
        }
        for (LiveNode handler : handlers.all()) {
            queue(handler, handlers.name(handler), file, circumstances, remarks);
            location(handler, handlers.name(handler), file, remarks);
        }
        return remarks;
    }

    private static String name(LiveNode logger) {
        return logger.value().isEmpty() ? "The root logger" : "The logger \"" + logger.value() + "\"";
    }

    private static boolean isFile(LiveNode handler) {
        return handler.text("class").equals(JUL_FILE)
                || handler.simpleClass().endsWith("FileHandler")
                || !handler.text("file").isEmpty();
    }

    /** JBoss's can be set not to flush. */
    private static boolean writesEach(LiveNode handler) {
        return handler.text("class").equals(JUL_FILE) || (isFile(handler) && handler.is("autoFlush"));
    }

    private static void queue(
            LiveNode handler, String name, String file, Circumstances circumstances, List<Remark> remarks) {
        long size = handler.number("queueLength");
        if (!handler.simpleClass().equals(ASYNC) || size <= 0) {
            return;
        }
        boolean drops = handler.text("overflowAction").equals("DISCARD");
        double seconds = size / circumstances.linesPerSecond();
        if (seconds < USUAL_PAUSE) {
            remarks.add(Remark.of(
                            LintCode.QUEUE_FILLS,
                            String.format(
                                    Locale.ROOT,
                                    "The queue of %s takes %,d records. At %,.0f lines a second it is full after %s of a pause; a disk"
                                            + " now and then pauses for %s, and %s.",
                                    name,
                                    size,
                                    circumstances.linesPerSecond(),
                                    SizeFormats.seconds(seconds),
                                    SizeFormats.seconds(USUAL_PAUSE),
                                    drops
                                            ? "what comes meanwhile is dropped"
                                            : "every thread that logs meanwhile waits"),
                            name,
                            file,
                            handler.line())
                    .instead("Raise queue-length to at least the lines of the longest pause at the highest rate."));
        }
        if (drops) {
            remarks.add(Remark.of(
                            LintCode.NEVER_BLOCKS,
                            name
                                    + " drops records of every level, errors included, while its queue is full; nothing counts them.",
                            name,
                            file,
                            handler.line())
                    .instead("Set overflow-action to BLOCK, and make the queue large enough for the longest pause."));
        }
    }

    private static void location(LiveNode handler, String name, String file, List<Remark> remarks) {
        for (LiveNode formatter : handler.parts("formatter")) {
            if (formatter.is("callerCalculationRequired")) {
                remarks.add(Remark.of(
                                LintCode.LOCATION_COST,
                                "The pattern of " + name + " (" + formatter.text("pattern")
                                        + ") asks for the caller: the stack of the calling thread is walked for each event.",
                                name,
                                file,
                                formatter.line())
                        .instead("Take %C %F %l %L %M out of the pattern; %c gives nearly the same."));
            }
        }
    }
}
