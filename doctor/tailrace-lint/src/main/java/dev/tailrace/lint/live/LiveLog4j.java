package dev.tailrace.lint.live;

import java.util.List;
import java.util.regex.Pattern;

/** Writes what was found of Log4j 2 as the configuration that would have led to it. Stateless. */
public final class LiveLog4j {
    private static final Pattern ELEMENT = Pattern.compile("[A-Z][A-Za-z0-9]{0,80}");

    private LiveLog4j() {}

    /** A context as the configuration that would set it up. */
    public static LiveXml xml(LiveNode context) {
        LiveXml xml = new LiveXml();
        LiveAppenders appenders = new LiveAppenders(context);
        String hook = context.text("stopsAtExit").equals("false") ? "disable" : "";
        xml.open(context.line(), "Configuration", "shutdownHook", hook);
        xml.open(context.line(), "Appenders");
        for (LiveNode each : appenders.all()) {
            appender(each, appenders, xml);
        }
        xml.close("Appenders");
        xml.open(context.line(), "Loggers");
        for (LiveNode each : context.all("logger")) {
            boolean root = each.value().isEmpty();
            String element = (each.is("async") ? "Async" : "") + (root ? "Root" : "Logger");
            xml.open(
                    each.line(),
                    element,
                    "name",
                    each.value(),
                    "level",
                    each.text("level"),
                    "additivity",
                    root ? "" : each.text("additive"),
                    "includeLocation",
                    each.is("async") ? each.text("includeLocation") : "");
            xml.refer(each, "AppenderRef", appenders);
            xml.close(element);
        }
        xml.close("Loggers");
        xml.close("Configuration");
        return xml;
    }

    /** How many events the ring of asynchronous loggers takes; 0: there is none. */
    public static int ring(LiveNode context) {
        return (int) context.all("ring").stream()
                .mapToLong(each -> each.number("places"))
                .filter(each -> each > 0)
                .min()
                .orElse(0);
    }

    private static void appender(LiveNode appender, LiveAppenders appenders, LiveXml xml) {
        String element = element(appender, "Appender");
        List<LiveNode> managers = appender.parts("manager");
        boolean append =
                managers.stream().noneMatch(each -> each.text("isAppend").equals("false"));
        xml.open(
                appender.line(),
                element,
                "name",
                appenders.name(appender),
                "fileName",
                appender.text("fileName"),
                "filePattern",
                appender.text("filePattern"),
                "append",
                append ? "" : "false",
                "locking",
                managers.stream().anyMatch(each -> each.is("isLocking")) ? "true" : "",
                "immediateFlush",
                appender.text("immediateFlush").equals("false") ? "false" : "",
                "bufferSize",
                appender.text("queueSize"),
                "blocking",
                appender.text("blocking"),
                "includeLocation",
                appender.text("includeLocation"),
                "errorRef",
                appender.text("errorRef"));
        for (LiveNode each : appender.parts("layout")) {
            xml.empty(each.line(), element(each, ""), "pattern", each.text("conversionPattern"));
        }
        for (LiveNode each : appender.all("filter")) {
            String name = each.value().substring(each.value().lastIndexOf('.') + 1);
            xml.empty(each.line(), ELEMENT.matcher(name).matches() ? name : "Filter");
        }
        for (LiveNode each : managers) {
            rolling(each, xml);
        }
        xml.refer(appender, "AppenderRef", appenders);
        xml.close(element);
    }

    private static void rolling(LiveNode manager, LiveXml xml) {
        for (LiveNode each : manager.parts("triggeringPolicy")) {
            xml.open(each.line(), "Policies");
            policy(each, xml);
            each.parts("triggeringPolicies").forEach(inner -> policy(inner, xml));
            xml.close("Policies");
        }
        for (LiveNode each : manager.parts("rolloverStrategy")) {
            String element = element(each, "");
            xml.open(each.line(), element, "min", each.text("minIndex"), "max", each.text("maxIndex"));
            for (LiveNode action : each.all("action")) {
                xml.empty(action.line(), "Delete", "basePath", ".");
            }
            xml.close(element);
        }
    }

    private static void policy(LiveNode policy, LiveXml xml) {
        if (!policy.simpleClass().equals("CompositeTriggeringPolicy")) {
            xml.empty(
                    policy.line(),
                    element(policy, ""),
                    "size",
                    policy.text("maxFileSize"),
                    "interval",
                    policy.text("interval"));
        }
    }

    /** The name of a plugin: a class's name, mostly without what kind it is. */
    private static String element(LiveNode part, String kind) {
        String name = part.simpleClass();
        String element = name.endsWith(kind) ? name.substring(0, name.length() - kind.length()) : name;
        return ELEMENT.matcher(element).matches() ? element : "Unknown";
    }
}
