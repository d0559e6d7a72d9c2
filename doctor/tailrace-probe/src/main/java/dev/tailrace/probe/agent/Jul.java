package dev.tailrace.probe.agent;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.List;

/**
 * The one manager of java.util.logging, and contexts of JBoss LogManager. Their own enumeration of loggers takes locks, hence the tree from
 * the root on. Stateless.
 */
final class Jul {
    private static final int MOST_LOGGERS = 100_000;

    private Jul() {}

    static void describe(
            Object context, boolean jul, String loader, FieldReader fieldReader, SnapshotWriter snapshotWriter) {
        Object root = fieldReader.get(context, "rootLogger");
        if (root == null) {
            return;
        }
        snapshotWriter.open("context", jul ? "jul" : "jboss");
        snapshotWriter.put(jul ? "manager" : "loader", jul ? context.getClass().getName() : loader);
        AppenderDescriber appenderDescriber = new AppenderDescriber(fieldReader, snapshotWriter);
        Deque<Object> waiting = new ArrayDeque<Object>();
        waiting.add(root);
        int loggers = 0;
        for (Object next = waiting.poll(); next != null && loggers < MOST_LOGGERS; next = waiting.poll()) {
            loggers++;
            // From Java 9 on in an object of their own.
            Object data = jul ? fieldReader.get(next, "config") : null;
            Object owner = data == null ? next : data;
            Object level = fieldReader.get(owner, jul ? "levelObject" : "level");
            Object upwards = fieldReader.get(owner, "useParentHandlers");
            List<Object> handlers = fieldReader.inside(fieldReader.get(owner, "handlers"));
            if (next == root || level != null || !handlers.isEmpty() || Boolean.FALSE.equals(upwards)) {
                appenderDescriber.logger(fieldReader.get(next, jul ? "name" : "fullName"), level, upwards, handlers);
            }
            for (Object child : fieldReader.inside(fieldReader.get(next, jul ? "kids" : "children"))) {
                waiting.addAll(jul ? fieldReader.inside(child) : Collections.singletonList(child));
            }
        }
        snapshotWriter.put("loggers", Integer.toString(loggers));
        appenderDescriber.describe();
        snapshotWriter.close();
    }
}
