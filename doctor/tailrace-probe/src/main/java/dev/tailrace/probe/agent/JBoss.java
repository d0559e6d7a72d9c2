package dev.tailrace.probe.agent;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** A context of JBoss LogManager. Stateless. */
final class JBoss {
    private static final int MOST_LOGGERS = 100_000;

    private JBoss() {}

    static void describe(Object context, String loader, FieldReader fieldReader, SnapshotWriter snapshotWriter) {
        Object root = fieldReader.get(context, "rootLogger");
        if (root == null) {
            return;
        }
        snapshotWriter.open("context", "jboss");
        snapshotWriter.put("loader", loader);
        AppenderDescriber appenderDescriber = new AppenderDescriber(fieldReader, snapshotWriter);
        Deque<Object> waiting = new ArrayDeque<Object>();
        waiting.add(root);
        int loggers = 0;
        for (Object next = waiting.poll(); next != null && loggers < MOST_LOGGERS; next = waiting.poll()) {
            loggers++;
            Object level = fieldReader.get(next, "level");
            Object upwards = fieldReader.get(next, "useParentHandlers");
            List<Object> handlers = fieldReader.inside(fieldReader.get(next, "handlers"));
            if (next == root || level != null || !handlers.isEmpty() || Boolean.FALSE.equals(upwards)) {
                snapshotWriter.open("logger", String.valueOf(fieldReader.get(next, "fullName")));
                snapshotWriter.put("level", fieldReader.text(level));
                snapshotWriter.put("additive", fieldReader.text(upwards));
                appenderDescriber.refer(handlers);
                snapshotWriter.close();
            }
            waiting.addAll(fieldReader.inside(fieldReader.get(next, "children")));
        }
        snapshotWriter.put("loggers", Integer.toString(loggers));
        appenderDescriber.describe();
        snapshotWriter.close();
    }
}
