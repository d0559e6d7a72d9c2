package dev.tailrace.lint.live;

import java.util.List;

/** Writes what was found of Logback as the configuration that would have led to it. Stateless. */
public final class LiveLogback {
    private LiveLogback() {}

    /** A context as the configuration that would set it up. */
    public static LiveXml xml(LiveNode context) {
        LiveXml xml = new LiveXml();
        LiveAppenders appenders = new LiveAppenders(context);
        xml.open(context.line(), "configuration");
        if (context.is("stopsAtExit")) {
            xml.empty(context.line(), "shutdownHook");
        }
        for (LiveNode each : appenders.all()) {
            appender(each, appenders, xml);
        }
        for (LiveNode each : context.all("logger")) {
            boolean root = each.value().equals("ROOT");
            String additivity = each.text("additive").equals("false") && !root ? "false" : "";
            String element = root ? "root" : "logger";
            xml.open(
                    each.line(),
                    element,
                    "name",
                    root ? "" : each.value(),
                    "level",
                    each.text("level"),
                    "additivity",
                    additivity);
            xml.refer(each, "appender-ref", appenders);
            xml.close(element);
        }
        xml.close("configuration");
        return xml;
    }

    private static void appender(LiveNode appender, LiveAppenders appenders, LiveXml xml) {
        xml.open(appender.line(), "appender", "name", appenders.name(appender), "class", appender.text("class"));
        option(appender, "fileName", "file", "", xml);
        option(appender, "append", "true", xml);
        option(appender, "prudent", "false", xml);
        option(appender, "immediateFlush", "true", xml);
        option(appender, "queueSize", "", xml);
        // Logback sets it when it starts, where no other code did.
        option(appender, "discardingThreshold", Long.toString(appender.number("queueSize") / 5), xml);
        option(appender, "neverBlock", "false", xml);
        option(appender, "includeCallerData", "false", xml);
        option(appender, "maxAppenderCount", Integer.toString(Integer.MAX_VALUE), xml);
        for (LiveNode each : appender.all("filter")) {
            xml.empty(each.line(), "filter", "class", each.value());
        }
        for (String name : List.of("encoder", "layout", "rollingPolicy", "triggeringPolicy")) {
            for (LiveNode each : appender.parts(name)) {
                part(name, each, xml);
            }
        }
        xml.refer(appender, "appender-ref", appenders);
        xml.close("appender");
    }

    private static void part(String name, LiveNode part, LiveXml xml) {
        xml.open(part.line(), name, "class", part.text("class"));
        option(part, "pattern", "", xml);
        option(part, "immediateFlush", "true", xml);
        option(part, "fileNamePatternStr", "fileNamePattern", "", xml);
        List.of("minIndex", "maxIndex", "maxFileSize").forEach(each -> option(part, each, "", xml));
        option(part, "maxHistory", "0", xml);
        option(part, "totalSizeCap", "0", xml);
        if (part.text("pattern").isEmpty()) {
            part.parts("layout").forEach(each -> part("layout", each, xml));
        }
        xml.close(name);
    }

    private static void option(LiveNode owner, String name, String usual, LiveXml xml) {
        option(owner, name, name, usual, xml);
    }

    /** An option where it is something else than usual. */
    private static void option(LiveNode owner, String field, String name, String usual, LiveXml xml) {
        for (LiveNode each : owner.all(field)) {
            if (!each.value().equals(usual)) {
                xml.option(each.line(), name, each.value());
            }
        }
    }
}
