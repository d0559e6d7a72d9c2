package dev.tailrace.probe.agent;

import java.util.ArrayList;
import java.util.List;

/** A context of Log4j 2. Stateless. */
final class Log4j {
    private Log4j() {}

    static void describe(Object context, String loader, FieldReader fieldReader, SnapshotWriter snapshotWriter) {
        Object configuration = fieldReader.get(context, "configuration");
        boolean async = FieldReader.is(context, "org.apache.logging.log4j.core.async.AsyncLoggerContext");
        snapshotWriter.open("context", "log4j2");
        snapshotWriter.put("loader", loader);
        snapshotWriter.put("name", fieldReader.text(fieldReader.get(context, "contextName")));
        snapshotWriter.put(
                "source",
                fieldReader.text(fieldReader.along(configuration, "configurationSource", "source", "location")));
        snapshotWriter.put("stopsAtExit", fieldReader.text(fieldReader.get(configuration, "isShutdownHookEnabled")));
        snapshotWriter.put("allAsync", Boolean.toString(async));
        AppenderDescriber appenderDescriber = new AppenderDescriber(fieldReader, snapshotWriter);
        appenderDescriber.ring("all loggers", fieldReader.get(context, "loggerDisruptor"));
        appenderDescriber.ring("asynchronous loggers", fieldReader.get(configuration, "asyncLoggerConfigDisruptor"));
        List<Object> loggers =
                new ArrayList<Object>(fieldReader.inside(fieldReader.get(configuration, "loggerConfigs")));
        Object root = fieldReader.get(configuration, "root");
        if (root != null && !loggers.contains(root)) {
            loggers.add(0, root);
        }
        for (Object logger : loggers) {
            snapshotWriter.open("logger", String.valueOf(fieldReader.get(logger, "name")));
            snapshotWriter.put("level", fieldReader.text(level(logger, fieldReader)));
            snapshotWriter.put("additive", fieldReader.text(fieldReader.get(logger, "additive")));
            snapshotWriter.put(
                    "async",
                    Boolean.toString(
                            async || FieldReader.is(logger, "org.apache.logging.log4j.core.async.AsyncLoggerConfig")));
            snapshotWriter.put("includeLocation", fieldReader.text(fieldReader.get(logger, "includeLocation")));
            appenderDescriber.refer(fieldReader.inside(fieldReader.along(logger, "appenders", "appenderArray")));
            snapshotWriter.close();
        }
        appenderDescriber.describe();
        snapshotWriter.close();
    }

    private static Object level(Object logger, FieldReader fieldReader) {
        Object level = fieldReader.get(logger, "level");
        return level == null ? "" : level;
    }
}
