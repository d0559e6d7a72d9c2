package dev.tailrace.probe.agent;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The one manager of java.util.logging. Its own enumeration of loggers takes locks, hence the tree from the root on. Stateless. */
final class Jul {
    private static final int MOST_LOGGERS = 100_000;

    private Jul() {}

    static void describe(Object manager, FieldReader fieldReader, SnapshotWriter snapshotWriter) {
        Object root = fieldReader.get(manager, "rootLogger");
        if (root == null) {
            return;
        }
        snapshotWriter.open("context", "jul");
        snapshotWriter.put("manager", manager.getClass().getName());
        AppenderDescriber appenderDescriber = new AppenderDescriber(fieldReader, snapshotWriter);
        Deque<Object> waiting = new ArrayDeque<Object>();
        waiting.add(root);
        int loggers = 0;
        for (Object next = waiting.poll(); next != null && loggers < MOST_LOGGERS; next = waiting.poll()) {
            loggers++;
            logger(next, next == root, fieldReader, snapshotWriter, appenderDescriber);
            for (Object kid : fieldReader.inside(fieldReader.get(next, "kids"))) {
                waiting.addAll(fieldReader.inside(kid));
            }
        }
        snapshotWriter.put("loggers", Integer.toString(loggers));
        appenderDescriber.describe();
        snapshotWriter.close();
    }

    private static void logger(
            Object logger,
            boolean root,
            FieldReader fieldReader,
            SnapshotWriter snapshotWriter,
            AppenderDescriber appenderDescriber) {
        // From Java 9 on in an object of their own.
        Object data = fieldReader.get(logger, "config");
        Object owner = data == null ? logger : data;
        Object level = fieldReader.get(owner, "levelObject");
        Object upwards = fieldReader.get(owner, "useParentHandlers");
        List<Object> handlers = fieldReader.inside(fieldReader.get(owner, "handlers"));
        if (root || level != null || !handlers.isEmpty() || Boolean.FALSE.equals(upwards)) {
            snapshotWriter.open("logger", String.valueOf(fieldReader.get(logger, "name")));
            snapshotWriter.put("level", fieldReader.text(level));
            snapshotWriter.put("additive", fieldReader.text(upwards));
            appenderDescriber.refer(handlers);
            snapshotWriter.close();
        }
    }
}
