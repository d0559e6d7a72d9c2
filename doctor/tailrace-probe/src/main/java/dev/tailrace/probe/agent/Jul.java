package dev.tailrace.probe.agent;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The one manager of java.util.logging. Its own enumeration of loggers takes locks, hence the tree from the root on. Stateless. */
final class Jul {
    private static final int MOST_LOGGERS = 100_000;

    private Jul() {}

    static void describe(Object manager, Peek peek, Page page) {
        Object root = peek.get(manager, "rootLogger");
        if (root == null) {
            return;
        }
        page.open("context", "jul");
        page.put("manager", manager.getClass().getName());
        Parts parts = new Parts(peek, page);
        Deque<Object> waiting = new ArrayDeque<Object>();
        waiting.add(root);
        int loggers = 0;
        for (Object next = waiting.poll(); next != null && loggers < MOST_LOGGERS; next = waiting.poll()) {
            loggers++;
            logger(next, next == root, peek, page, parts);
            for (Object kid : peek.inside(peek.get(next, "kids"))) {
                waiting.addAll(peek.inside(kid));
            }
        }
        page.put("loggers", Integer.toString(loggers));
        parts.describe();
        page.close();
    }

    private static void logger(Object logger, boolean root, Peek peek, Page page, Parts parts) {
        // From Java 9 on in an object of their own.
        Object data = peek.get(logger, "config");
        Object owner = data == null ? logger : data;
        Object level = peek.get(owner, "levelObject");
        Object upwards = peek.get(owner, "useParentHandlers");
        List<Object> handlers = peek.inside(peek.get(owner, "handlers"));
        if (root || level != null || !handlers.isEmpty() || Boolean.FALSE.equals(upwards)) {
            page.open("logger", String.valueOf(peek.get(logger, "name")));
            page.put("level", peek.text(level));
            page.put("additive", peek.text(upwards));
            parts.refer(handlers);
            page.close();
        }
    }
}
