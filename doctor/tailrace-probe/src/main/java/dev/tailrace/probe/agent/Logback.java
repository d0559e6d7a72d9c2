package dev.tailrace.probe.agent;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentMap;

/** A context of Logback. Stateless. */
final class Logback {
    private Logback() {}

    static void describe(Object context, String loader, Peek peek, Page page) {
        page.open("context", "logback");
        page.put("loader", loader);
        page.put("name", peek.text(peek.get(context, "name")));
        Object objects = peek.get(context, "objectMap");
        if (objects instanceof ConcurrentMap) {
            Map<?, ?> map = (Map<?, ?>) objects;
            Object watched = map.get("CONFIGURATION_WATCH_LIST");
            Object url = peek.get(watched, "topURL");
            page.put("source", peek.text(url == null ? peek.get(watched, "mainURL") : url));
            page.put("stopsAtExit", Boolean.toString(map.get("SHUTDOWN_HOOK") != null));
        }
        Parts parts = new Parts(peek, page);
        List<Object> loggers = peek.inside(peek.get(context, "loggerCache"));
        page.put("loggers", Integer.toString(loggers.size()));
        for (Object logger : loggers) {
            Object level = peek.get(logger, "level");
            Object attached = peek.get(logger, "aai");
            Object additive = peek.get(logger, "additive");
            if (level != null || attached != null || Boolean.FALSE.equals(additive)) {
                page.open("logger", String.valueOf(peek.get(logger, "name")));
                page.put("level", peek.text(level));
                page.put("additive", peek.text(additive));
                Object list = peek.get(attached, "appenderList");
                Object underlying = peek.get(list, "underlyingList");
                parts.refer(peek.inside(underlying == null ? list : underlying));
                page.close();
            }
        }
        parts.describe();
        page.close();
    }
}
