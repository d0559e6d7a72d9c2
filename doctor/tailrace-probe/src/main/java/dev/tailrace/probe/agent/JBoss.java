package dev.tailrace.probe.agent;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** A context of JBoss LogManager. Stateless. */
final class JBoss {
    private static final int MOST_LOGGERS = 100_000;

    private JBoss() {}

    static void describe(Object context, String loader, Peek peek, Page page) {
        Object root = peek.get(context, "rootLogger");
        if (root == null) {
            return;
        }
        page.open("context", "jboss");
        page.put("loader", loader);
        Parts parts = new Parts(peek, page);
        Deque<Object> waiting = new ArrayDeque<Object>();
        waiting.add(root);
        int loggers = 0;
        for (Object next = waiting.poll(); next != null && loggers < MOST_LOGGERS; next = waiting.poll()) {
            loggers++;
            Object level = peek.get(next, "level");
            Object upwards = peek.get(next, "useParentHandlers");
            List<Object> handlers = peek.inside(peek.get(next, "handlers"));
            if (next == root || level != null || !handlers.isEmpty() || Boolean.FALSE.equals(upwards)) {
                page.open("logger", String.valueOf(peek.get(next, "fullName")));
                page.put("level", peek.text(level));
                page.put("additive", peek.text(upwards));
                parts.refer(handlers);
                page.close();
            }
            waiting.addAll(peek.inside(peek.get(next, "children")));
        }
        page.put("loggers", Integer.toString(loggers));
        parts.describe();
        page.close();
    }
}
