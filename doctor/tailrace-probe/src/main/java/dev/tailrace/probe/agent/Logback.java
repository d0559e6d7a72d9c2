package dev.tailrace.probe.agent;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentMap;

/** A context of Logback. Stateless. */
final class Logback {
    private Logback() {}

    static void describe(Object context, String loader, FieldReader fieldReader, SnapshotWriter snapshotWriter) {
        snapshotWriter.open("context", "logback");
        snapshotWriter.put("loader", loader);
        snapshotWriter.put("name", fieldReader.text(fieldReader.get(context, "name")));
        Object objects = fieldReader.get(context, "objectMap");
        if (objects instanceof ConcurrentMap) {
            Map<?, ?> map = (Map<?, ?>) objects;
            Object watched = map.get("CONFIGURATION_WATCH_LIST");
            Object url = fieldReader.get(watched, "topURL");
            snapshotWriter.put("source", fieldReader.text(url == null ? fieldReader.get(watched, "mainURL") : url));
            snapshotWriter.put("stopsAtExit", Boolean.toString(map.get("SHUTDOWN_HOOK") != null));
        }
        AppenderDescriber appenderDescriber = new AppenderDescriber(fieldReader, snapshotWriter);
        List<Object> loggers = fieldReader.inside(fieldReader.get(context, "loggerCache"));
        snapshotWriter.put("loggers", Integer.toString(loggers.size()));
        for (Object logger : loggers) {
            Object level = fieldReader.get(logger, "level");
            Object attached = fieldReader.get(logger, "aai");
            Object additive = fieldReader.get(logger, "additive");
            if (level != null || attached != null || Boolean.FALSE.equals(additive)) {
                Object list = fieldReader.get(attached, "appenderList");
                Object underlying = fieldReader.get(list, "underlyingList");
                appenderDescriber.logger(
                        fieldReader.get(logger, "name"),
                        level,
                        additive,
                        fieldReader.inside(underlying == null ? list : underlying));
            }
        }
        appenderDescriber.describe();
        snapshotWriter.close();
    }
}
