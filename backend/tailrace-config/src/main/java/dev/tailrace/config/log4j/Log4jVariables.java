package dev.tailrace.config.log4j;

import dev.tailrace.config.model.Sources;
import dev.tailrace.config.source.PropertySource;
import dev.tailrace.config.spring.BootVariables;
import dev.tailrace.config.spring.SpringSettings;
import dev.tailrace.config.xml.Findings;
import dev.tailrace.config.xml.ValueBounds;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.finding.FindingText;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Replaces <code>${name}</code>, <code>${lookup:name}</code> and defaults behind {@code :-} as Log4j 2 does when it reads a
 * configuration: what is not defined stays as it is, and <code>$${</code> becomes <code>${</code>, which Log4j looks up later, for each
 * event or file. Nothing that is logged is ever looked up. Within {@link ValueBounds}. Not thread-safe.
 */
final class Log4jVariables {
    /** Those that ask for what there is only when something is logged. */
    private static final Set<String> OF_EVENTS = Set.of("ctx", "event", "map", "marker", "sd");

    private final PropertySource outside;
    private final SpringSettings spring;
    private final BootVariables boot;
    private final Findings findings;
    private final Map<String, String> properties;
    private final Deque<String> open = new ArrayDeque<>();
    private final ValueBounds bounds = new ValueBounds();
    private Sources.@Nullable Location location;
    private int line;
    private boolean forEvents;
    /** The key of the context that a route is chosen by, while its appender is read. */
    private @Nullable String routedBy;

    private @Nullable String routed;

    Log4jVariables(PropertySource outside, Findings findings, SpringSettings spring) {
        this(outside, findings, spring, new HashMap<>());
    }

    private Log4jVariables(
            PropertySource outside, Findings findings, SpringSettings spring, Map<String, String> properties) {
        this.spring = spring;
        this.boot = new BootVariables(spring, outside);
        this.boot.begin();
        this.outside = outside;
        this.findings = findings;
        this.properties = properties;
    }

    /** These properties for a second look, which reports no finding again. */
    Log4jVariables quietly() {
        // With settings of its own, whose one finding is lost, too.
        Log4jVariables quiet = new Log4jVariables(outside, new Findings(null), new SpringSettings(outside), properties);
        quiet.location = location;
        return quiet;
    }

    /** Sets the values of <code>${log4j:configLocation}</code> and <code>${log4j:configParentLocation}</code> stand for; null: nothing. */
    void location(Sources.@Nullable Location known) {
        location = known;
    }

    /** Gives a key of the context a value (null: it has none) for as long as a route's appender is read; key null: ends it. */
    void route(@Nullable String key, @Nullable String value) {
        routedBy = key;
        routed = value;
    }

    /** The text with what is left in it of the key that is routed by replaced, too: <code>$${ctx:key}</code>. */
    String ofRoute(String text) {
        return routedBy == null || routed == null ? text : text.replace("${ctx:" + routedBy + "}", routed);
    }

    /** Defines a property; its value is looked into when it is used. */
    void define(String name, String value) {
        properties.put(name, value);
    }

    /** The text with its variables replaced; what stays is a finding at {@code line}. */
    String resolve(String text, int line) {
        return resolve(text, line, false);
    }

    /** Resolves a text that is resolved again for each event or file: the rest may get a value then. */
    String resolveForEvents(String text, int line) {
        return resolve(text, line, true);
    }

    private String resolve(String text, int line, boolean forEvents) {
        // Most values hold no variable.
        if (!text.contains("${")) {
            return text;
        }
        this.line = line;
        this.forEvents = forEvents;
        bounds.begin();
        open.clear();
        StringBuilder result = new StringBuilder(text.length() + 16);
        replace(text, result);
        bounds.end(result);
        if (bounds.exceeded()) {
            findings.add(FindingCode.VALUE_TOO_LONG, line, ValueBounds.cause(text));
            return ValueBounds.unreplaced(text);
        }
        return result.toString();
    }

    private void replace(String text, StringBuilder result) {
        bounds.enter();
        int at = 0;
        while (at < text.length() && !bounds.exceeded()) {
            int start = text.indexOf("${", at);
            if (start < 0) {
                bounds.append(result, text.substring(at));
                break;
            }
            int end = closingBrace(text, start + 2);
            boolean escaped = start > at && text.charAt(start - 1) == '$';
            bounds.append(result, text.substring(at, escaped ? start - 1 : start));
            if (end < 0) {
                findings.add(
                        FindingCode.MALFORMED_VARIABLE,
                        line,
                        "A variable in " + FindingText.quote(text) + " is not closed; it stays as it is.");
                bounds.append(result, text.substring(start));
                break;
            }
            if (escaped) {
                // What is inside of it is looked up now, as in Log4j.
                bounds.append(result, "${");
                at = start + 2;
                continue;
            } else {
                variable(text.substring(start + 2, end), result);
            }
            at = end + 1;
        }
        bounds.leave();
    }

    private void variable(String inner, StringBuilder result) {
        bounds.countLookup();
        if (bounds.exceeded()) {
            return;
        }
        int separator = defaultSeparator(inner);
        StringBuilder nameText = new StringBuilder();
        replace(separator < 0 ? inner : inner.substring(0, separator), nameText);
        String name = nameText.toString();
        boolean circular = open.contains(name);
        String value = circular || bounds.exceeded() ? null : lookup(name);
        if (value != null) {
            open.push(name);
            replace(value, result);
            open.pop();
        } else if (separator >= 0) {
            // Also where it refers to itself: <Property name="dir">${sys:dir:-logs}</Property>.
            replace(inner.substring(separator + 2), result);
        } else if (circular) {
            findings.add(
                    FindingCode.CIRCULAR_VARIABLE,
                    line,
                    "The variable " + FindingText.quote(name) + " refers to itself; it stays as it is.");
            bounds.append(result, "${" + name + "}");
        } else {
            String place = name.startsWith("sys:") ? boot.place(name.substring(4), this::lookup) : null;
            if (place == null) {
                bounds.append(result, "${" + name + "}");
                undefined(name);
            } else {
                bounds.append(result, place);
                BootVariables.reportPlace(name, place, line, findings);
            }
        }
    }

    private void undefined(String name) {
        if (!forEvents && !bounds.exceeded()) {
            findings.add(
                    FindingCode.UNDEFINED_VARIABLE,
                    line,
                    null,
                    "The variable " + FindingText.quote(name) + " is not defined; it stays as it is, as in Log4j.",
                    definition(name) + ", or write a default: ${" + FindingText.shown(name) + ":-default}.");
        }
    }

    private static String definition(String name) {
        int colon = name.indexOf(':');
        String key = FindingText.shown(name.substring(colon + 1));
        return switch (colon < 0 ? "" : name.substring(0, colon).toLowerCase(Locale.ROOT)) {
            case "sys" -> "Start the JVM with -D" + key + "=...";
            case "spring" -> "Set " + key + " for Spring, with tailrace-spring-boot on the class path";
            case "env" -> "Set the environment variable " + key + " where the process is started";
            default ->
                "Define the property " + key + " in <Properties>, in a .properties file by property." + key + " = ...";
        };
    }

    private @Nullable String lookup(String name) {
        int colon = name.indexOf(':');
        if (colon >= 0) {
            String value = lookup(name.substring(0, colon).toLowerCase(Locale.ROOT), name.substring(colon + 1));
            if (value != null) {
                return value;
            }
        }
        String key = name.substring(colon + 1);
        String value = properties.get(key);
        if (value == null && key.equals("hostName")) {
            return outside.hostName();
        }
        return value;
    }

    private @Nullable String lookup(String kind, String key) {
        switch (kind) {
            case "sys" -> {
                String value = outside.systemProperty(key);
                return value == null ? boot.value(key) : value;
            }
            case "env" -> {
                return outside.environment(key);
            }
            case "date" -> {
                return date(key);
            }
            case "lower" -> {
                return key.toLowerCase(Locale.ROOT);
            }
            case "upper" -> {
                return key.toUpperCase(Locale.ROOT);
            }
            case "log4j" -> {
                Sources.Location known = location;
                if (known != null && key.equals("configLocation")) {
                    return known.self();
                }
                if (known != null && key.equals("configParentLocation")) {
                    return known.parent();
                }
                notSupported(kind, key);
                return null;
            }
            case "spring" -> {
                return spring(key);
            }
            case "ctx" -> {
                if (key.equals(routedBy)) {
                    return routed;
                }
                notSupported(kind, key);
                return null;
            }
            default -> {
                notSupported(kind, key);
                return null;
            }
        }
    }

    /** Spring's property or profiles. */
    private @Nullable String spring(String key) {
        spring.reportAbsence(findings, line);
        if (key.startsWith("profiles.active") || key.startsWith("profiles.default")) {
            String all = String.join(",", spring.profiles());
            int open = key.indexOf('[');
            return open < 0 ? all : profile(all, key.substring(open + 1).replace("]", ""));
        }
        return spring.value(key);
    }

    private static @Nullable String profile(String all, String index) {
        try {
            return all.split(",", -1)[Integer.parseInt(index)];
        } catch (RuntimeException e) {
            // No number, or there are fewer.
            return null;
        }
    }

    private void notSupported(String kind, String key) {
        if (!forEvents || !OF_EVENTS.contains(kind)) {
            findings.add(
                    FindingCode.LOOKUP_NOT_SUPPORTED,
                    line,
                    null,
                    "The lookup " + FindingText.quote(kind) + " of " + FindingText.quote("${" + kind + ":" + key + "}")
                            + " is not supported; the variable counts as not defined.",
                    instead(kind, FindingText.shown(key)));
        }
    }

    private static String instead(String kind, String key) {
        return switch (kind) {
            case "ctx" ->
                "Let a Routing appender choose the file by the thread context (docs/reference/sifting.md), or write a"
                        + " default: ${ctx:" + key + ":-default}.";
            default ->
                "Start the JVM with -DNAME=... and write ${sys:NAME}, or write a default: ${" + FindingText.shown(kind)
                        + ":" + key + ":-default}.";
        };
    }

    private @Nullable String date(String pattern) {
        try {
            return DateTimeFormatter.ofPattern(pattern)
                    .withZone(ZoneId.systemDefault())
                    .format(Instant.ofEpochMilli(outside.currentTimeMillis()));
        } catch (RuntimeException e) {
            // The JDK answers too many letters of a kind with an index out of bounds.
            findings.add(
                    FindingCode.BAD_VALUE,
                    line,
                    "The date " + FindingText.quote(pattern) + " of a lookup is not understood; the variable counts as"
                            + " not defined.");
            return null;
        }
    }

    /** The brace that closes the variable that begins before {@code from}, or -1. Only variables count: plain braces don't. */
    private static int closingBrace(String text, int from) {
        int depth = 0;
        for (int i = from; i < text.length(); i++) {
            if (text.startsWith("${", i)) {
                depth++;
                i++;
            } else if (text.charAt(i) == '}' && depth-- == 0) {
                return i;
            }
        }
        return -1;
    }

    /** Where {@code :-} stands outside of inner variables, or -1. */
    private static int defaultSeparator(String inner) {
        int depth = 0;
        for (int i = 0; i + 1 < inner.length(); i++) {
            if (inner.startsWith("${", i)) {
                depth++;
                i++;
            } else if (depth > 0 && inner.charAt(i) == '}') {
                depth--;
            } else if (depth == 0 && inner.startsWith(":-", i)) {
                return i;
            }
        }
        return -1;
    }
}
