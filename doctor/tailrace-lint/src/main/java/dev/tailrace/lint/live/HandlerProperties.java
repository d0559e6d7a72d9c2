package dev.tailrace.lint.live;

import dev.tailrace.lint.LoggingSettings;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The properties by which java.util.logging and JBoss LogManager are configured, in the words in which doctor's agent reports what it
 * finds in a process, so that both are judged by the same rules. Not thread-safe.
 */
public final class HandlerProperties {
    private static final Pattern KEY = Pattern.compile("\\s*((?:[^\\s=:#!\\\\]|\\\\.)+)\\s*[=:\\s]");

    /** {@code ${name:default}}, as JBoss reads it. */
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{[^}:]*:([^}]*)}");

    private static final Pattern LOCATION = Pattern.compile("%[-+.\\d]*[CFlLM]");
    private static final int MOST_HANDLERS = 1000;
    private static final int MOST_LOGGERS = 10_000;

    /** Read by the handler, and reported below it. */
    private static final Set<String> OF_HANDLERS = Set.of("queueLength", "overflowAction", "autoFlush", "append");

    private final Properties properties = new Properties();
    private final Map<String, Integer> lines = new HashMap<>();
    private final Map<String, LiveNode> handlers = new TreeMap<>();

    /** @throws IOException when these are no properties */
    public HandlerProperties(String text) throws IOException {
        try {
            properties.load(new StringReader(text));
        } catch (IllegalArgumentException e) {
            throw new IOException(e.getMessage(), e);
        }
        int number = 0;
        for (String line : text.split("\r\n|\r|\n", -1)) {
            number++;
            Matcher key = KEY.matcher(line + "=");
            if (key.lookingAt()) {
                lines.putIfAbsent(key.group(1), number);
            }
        }
    }

    /** Whether they configure JBoss LogManager: its handlers have names of their own. */
    public boolean isJBoss() {
        return properties.containsKey("logger.handlers")
                || properties.containsKey("logger.level")
                || properties.stringPropertyNames().stream().anyMatch(each -> each.startsWith("handler."));
    }

    /** Whether they configure java.util.logging. */
    public boolean isJul() {
        return properties.containsKey("handlers")
                || properties.containsKey(".level")
                || properties.containsKey(".handlers")
                || properties.stringPropertyNames().stream().anyMatch(each -> each.startsWith("java.util.logging."));
    }

    /** The handlers that they configure, as if found in a process. */
    public LiveNode context() {
        LiveNode context = new LiveNode("context", isJBoss() ? "jboss" : LoggingSettings.JUL, 1, new ArrayList<>());
        if (isJBoss()) {
            logger(context, "", "logger");
            names("loggers").stream().limit(MOST_LOGGERS).forEach(each -> logger(context, each, "logger." + each));
        } else {
            LiveNode root = add(context, "logger", "", lineOf("handlers"));
            add(root, "level", text(".level", "INFO"), lineOf(".level"));
            refer(root, names(properties.containsKey(".handlers") ? ".handlers" : "handlers"));
            properties.stringPropertyNames().stream()
                    .filter(each -> each.endsWith(".handlers") && each.length() > ".handlers".length())
                    .sorted()
                    .limit(MOST_LOGGERS)
                    .forEach(each -> logger(
                            context, each.substring(0, each.length() - 9), each.substring(0, each.length() - 9)));
        }
        context.children().addAll(handlers.values());
        return context;
    }

    private void logger(LiveNode context, String name, String prefix) {
        LiveNode logger = add(context, "logger", name, lineOf(prefix + ".handlers"));
        add(logger, "level", text(prefix + ".level", ""), lineOf(prefix + ".level"));
        add(logger, "additive", text(prefix + ".useParentHandlers", "true"), lineOf(prefix + ".useParentHandlers"));
        refer(logger, names(prefix + ".handlers"));
    }

    private void refer(LiveNode owner, List<String> names) {
        for (String name : names) {
            if (handlers.size() < MOST_HANDLERS || handlers.containsKey(name)) {
                add(owner, "to", name, owner.line());
                handler(name, owner.line());
            }
        }
    }

    private void handler(String name, int referred) {
        if (handlers.containsKey(name)) {
            return;
        }
        String prefix = isJBoss() ? "handler." + name : name;
        LiveNode handler = new LiveNode("appender", name, lineOf(prefix, referred), new ArrayList<>());
        handlers.put(name, handler);
        // Tomcat puts a number and a word before the class: 1catalina.org.apache.juli.FileHandler.
        String type = isJBoss() ? text(prefix, "") : name.replaceFirst("^\\d[^.]*\\.", "");
        add(handler, "class", type, handler.line());
        if (!isJBoss()) {
            return;
        }
        add(handler, "name", name, handler.line());
        String file = text(prefix + ".fileName", text(prefix + ".file", ""));
        if (!file.isEmpty()) {
            add(handler, "file", file, handler.line());
        }
        // The defaults of the newest one, as its class has them.
        Map<String, String> values = new TreeMap<>(Map.of("autoFlush", "true"));
        if (handler.simpleClass().equals("AsyncHandler")) {
            values.putAll(Map.of("queueLength", "512", "overflowAction", "BLOCK"));
        }
        OF_HANDLERS.forEach(each -> values.computeIfPresent(each, (key, usual) -> text(prefix + "." + key, usual)));
        values.forEach((key, value) -> add(handler, key, value, lineOf(prefix + "." + key, handler.line())));
        formatter(handler, text(prefix + ".formatter", ""));
        refer(handler, names(prefix + ".handlers"));
    }

    private void formatter(LiveNode handler, String name) {
        String prefix = "formatter." + name;
        String pattern = properties.getProperty(prefix + ".pattern", "");
        if (!name.isEmpty() && !pattern.isEmpty()) {
            LiveNode part = add(handler, "part", "formatter", lineOf(prefix + ".pattern"));
            add(part, "class", text(prefix, ""), part.line());
            add(part, "pattern", pattern, part.line());
            boolean asks = LOCATION.matcher(pattern).find();
            add(part, "callerCalculationRequired", Boolean.toString(asks), part.line());
        }
    }

    private static LiveNode add(LiveNode to, String key, String value, int line) {
        LiveNode node = new LiveNode(key, value, line, new ArrayList<>());
        to.children().add(node);
        return node;
    }

    private String text(String key, String usual) {
        return VARIABLE.matcher(properties.getProperty(key, usual).strip()).replaceAll("$1");
    }

    private List<String> names(String key) {
        String value = text(key, "").replace(',', ' ').strip();
        return value.isEmpty() ? List.of() : List.of(value.split("\\s+"));
    }

    private int lineOf(String key) {
        return lineOf(key, 1);
    }

    private int lineOf(String key, int otherwise) {
        return lines.getOrDefault(key, otherwise);
    }
}
