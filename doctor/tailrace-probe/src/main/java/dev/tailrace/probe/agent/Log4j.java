package dev.tailrace.probe.agent;

import java.util.ArrayList;
import java.util.List;

/** A context of Log4j 2. Stateless. */
final class Log4j {
    private Log4j() {}

    static void describe(Object context, String loader, Peek peek, Page page) {
        Object configuration = peek.get(context, "configuration");
        boolean async = Peek.is(context, "org.apache.logging.log4j.core.async.AsyncLoggerContext");
        page.open("context", "log4j2");
        page.put("loader", loader);
        page.put("name", peek.text(peek.get(context, "contextName")));
        page.put("source", peek.text(peek.along(configuration, "configurationSource", "source", "location")));
        page.put("stopsAtExit", peek.text(peek.get(configuration, "isShutdownHookEnabled")));
        page.put("allAsync", Boolean.toString(async));
        Parts parts = new Parts(peek, page);
        parts.ring("all loggers", peek.get(context, "loggerDisruptor"));
        parts.ring("asynchronous loggers", peek.get(configuration, "asyncLoggerConfigDisruptor"));
        List<Object> loggers = new ArrayList<Object>(peek.inside(peek.get(configuration, "loggerConfigs")));
        Object root = peek.get(configuration, "root");
        if (root != null && !loggers.contains(root)) {
            loggers.add(0, root);
        }
        for (Object logger : loggers) {
            page.open("logger", String.valueOf(peek.get(logger, "name")));
            page.put("level", peek.text(level(logger, peek)));
            page.put("additive", peek.text(peek.get(logger, "additive")));
            page.put(
                    "async",
                    Boolean.toString(
                            async || Peek.is(logger, "org.apache.logging.log4j.core.async.AsyncLoggerConfig")));
            page.put("includeLocation", peek.text(peek.get(logger, "includeLocation")));
            parts.refer(peek.inside(peek.along(logger, "appenders", "appenderArray")));
            page.close();
        }
        parts.describe();
        page.close();
    }

    private static Object level(Object logger, Peek peek) {
        Object level = peek.get(logger, "level");
        return level == null ? "" : level;
    }
}
