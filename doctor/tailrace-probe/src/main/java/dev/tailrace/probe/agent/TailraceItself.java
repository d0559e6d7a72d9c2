package dev.tailrace.probe.agent;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The engine of Tailrace. Stateless. */
final class TailraceItself {
    private TailraceItself() {}

    static void describe(Object engine, String loader, Peek peek, Page page) {
        Object configuration = peek.along(engine, "wiring", "configuration");
        page.open("context", "tailrace");
        page.put("loader", loader);
        page.put("source", peek.text(peek.get(configuration, "source")));
        logger(peek.get(configuration, "root"), peek, page);
        for (Object each : peek.inside(peek.get(configuration, "loggers"))) {
            logger(each, peek, page);
        }
        List<Object> appenders = peek.inside(peek.get(configuration, "appenders"));
        for (int i = 0; i < appenders.size(); i++) {
            Object target = peek.get(appenders.get(i), "target");
            page.open("appender", Integer.toString(i + 1));
            page.put("name", peek.text(peek.get(appenders.get(i), "name")));
            page.put("class", target == null ? null : target.getClass().getName());
            page.put("file", peek.text(peek.get(target, "file")));
            page.put("pattern", peek.text(peek.get(appenders.get(i), "pattern")));
            page.close();
        }
        page.close();
    }

    private static void logger(@Nullable Object logger, Peek peek, Page page) {
        page.open("logger", String.valueOf(peek.get(logger, "name")));
        page.put("level", peek.text(peek.get(logger, "level")));
        page.put("additive", peek.text(peek.get(logger, "additive")));
        page.close();
    }
}
