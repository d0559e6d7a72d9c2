package dev.tailrace.probe.agent;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The engine of Tailrace. Stateless. */
final class TailraceSnapshot {
    private TailraceSnapshot() {}

    static void describe(Object engine, String loader, FieldReader fieldReader, SnapshotWriter snapshotWriter) {
        Object configuration = fieldReader.along(engine, "wiring", "configuration");
        snapshotWriter.open("context", "tailrace");
        snapshotWriter.put("loader", loader);
        snapshotWriter.put("source", fieldReader.text(fieldReader.get(configuration, "source")));
        AppenderDescriber describer = new AppenderDescriber(fieldReader, snapshotWriter);
        List<Object> loggers = new ArrayList<Object>();
        FieldReader.add(fieldReader.get(configuration, "root"), loggers);
        loggers.addAll(fieldReader.inside(fieldReader.get(configuration, "loggers")));
        for (Object each : loggers) {
            describer.logger(
                    fieldReader.get(each, "name"),
                    fieldReader.get(each, "level"),
                    fieldReader.get(each, "additive"),
                    Collections.emptyList());
        }
        List<Object> appenders = fieldReader.inside(fieldReader.get(configuration, "appenders"));
        for (int i = 0; i < appenders.size(); i++) {
            Object target = fieldReader.get(appenders.get(i), "target");
            snapshotWriter.open("appender", Integer.toString(i + 1));
            snapshotWriter.put("name", fieldReader.text(fieldReader.get(appenders.get(i), "name")));
            snapshotWriter.putClass("class", target);
            snapshotWriter.put("file", fieldReader.text(fieldReader.get(target, "file")));
            snapshotWriter.put("pattern", fieldReader.text(fieldReader.get(appenders.get(i), "pattern")));
            snapshotWriter.close();
        }
        snapshotWriter.close();
    }
}
