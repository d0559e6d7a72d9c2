package dev.tailrace.probe.agent;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The engine of Tailrace. Stateless. */
final class TailraceSnapshot {
    private TailraceSnapshot() {}

    static void describe(Object engine, String loader, FieldReader fieldReader, SnapshotWriter snapshotWriter) {
        Object configuration = fieldReader.along(engine, "wiring", "configuration");
        snapshotWriter.open("context", "tailrace");
        snapshotWriter.put("loader", loader);
        snapshotWriter.put("source", fieldReader.text(fieldReader.get(configuration, "source")));
        logger(fieldReader.get(configuration, "root"), fieldReader, snapshotWriter);
        for (Object each : fieldReader.inside(fieldReader.get(configuration, "loggers"))) {
            logger(each, fieldReader, snapshotWriter);
        }
        List<Object> appenders = fieldReader.inside(fieldReader.get(configuration, "appenders"));
        for (int i = 0; i < appenders.size(); i++) {
            Object target = fieldReader.get(appenders.get(i), "target");
            snapshotWriter.open("appender", Integer.toString(i + 1));
            snapshotWriter.put("name", fieldReader.text(fieldReader.get(appenders.get(i), "name")));
            snapshotWriter.put(
                    "class", target == null ? null : target.getClass().getName());
            snapshotWriter.put("file", fieldReader.text(fieldReader.get(target, "file")));
            snapshotWriter.put("pattern", fieldReader.text(fieldReader.get(appenders.get(i), "pattern")));
            snapshotWriter.close();
        }
        snapshotWriter.close();
    }

    private static void logger(@Nullable Object logger, FieldReader fieldReader, SnapshotWriter snapshotWriter) {
        snapshotWriter.open("logger", String.valueOf(fieldReader.get(logger, "name")));
        snapshotWriter.put("level", fieldReader.text(fieldReader.get(logger, "level")));
        snapshotWriter.put("additive", fieldReader.text(fieldReader.get(logger, "additive")));
        snapshotWriter.close();
    }
}
