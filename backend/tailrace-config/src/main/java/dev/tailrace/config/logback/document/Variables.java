package dev.tailrace.config.logback.document;

import dev.tailrace.config.source.PropertySource;
import dev.tailrace.config.spring.BootVariables;
import dev.tailrace.config.spring.SpringSettings;
import dev.tailrace.config.xml.Findings;
import dev.tailrace.config.xml.ValueBounds;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.finding.FindingText;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Replaces {@code ${name}} and {@code ${name:-default}} as Logback does: looked up in the file's own properties, then the system
 * properties, then the environment; what was found is searched for variables again, within {@link ValueBounds}. Not thread-safe.
 */
public final class Variables {
    private static final String UNDEFINED = "_IS_UNDEFINED";
    private static final String DEFAULT = ":-";
    private static final String HOST = "HOSTNAME";

    private final PropertySource outside;
    private final Findings findings;
    private final Map<String, String> own = new HashMap<>();
    private final Map<String, String> context = new HashMap<>();
    /** The context's properties as events see them: without the name of the host, until another property is defined. */
    private Map<String, String> seen = Map.of();

    private final Map<String, String> system = new HashMap<>();
    /** Spring's properties without a value, by the variables that get theirs from them. */
    private final Map<String, String> springProperties = new HashMap<>();

    private final Deque<String> open = new ArrayDeque<>();
    private final ValueBounds bounds = new ValueBounds();
    private final BootVariables boot;
    private int line;
    private boolean quiet;
    private boolean malformed;

    public Variables(PropertySource outside, Findings findings) {
        this(outside, findings, new BootVariables(new SpringSettings(outside), outside));
    }

    Variables(PropertySource outside, Findings findings, BootVariables boot) {
        this.outside = outside;
        this.findings = findings;
        this.boot = boot;
    }

    public PropertySource outside() {
        return outside;
    }

    /** The file has something of Spring Boot's: what that defines before it reads a configuration is defined, too. */
    void withBoot() {
        if (!boot.begin()) {
            return;
        }
        // What patterns show by %esb and %applicationName.
        for (String name : new String[] {"APPLICATION_NAME", "APPLICATION_GROUP"}) {
            String value = lookup(name);
            if (value != null) {
                system.putIfAbsent(name, value);
            }
        }
    }

    /** Defines a property of the file; a later definition of the same name wins. */
    public void define(String name, String value) {
        own.put(name, value.strip());
    }

    /** Defines a variable for a while, or takes it back (null); returns what it was. */
    @Nullable
    public String replace(String name, @Nullable String value) {
        return value == null ? own.remove(name) : own.put(name, value);
    }

    /** Defines a property of the context, which comes after those of the file itself. */
    public void defineInContext(String name, String value) {
        if (name.equalsIgnoreCase(HOST)) {
            context.putIfAbsent(HOST, value);
        } else {
            context.put(name, value);
        }
        seen = Map.copyOf(context);
    }

    /** The variables that patterns can show: of the context, else of the system as far as the file defines them. */
    public Map<String, String> shown() {
        Map<String, String> shown = new HashMap<>(system);
        shown.putAll(seen);
        return shown;
    }

    /** The variables of the context alone, without its name. */
    public Map<String, String> ofContext() {
        Map<String, String> all = new TreeMap<>(context);
        all.remove("CONTEXT_NAME");
        return all;
    }

    /** Defines a system property, which comes after those of the file. */
    void defineSystemProperty(String name, String value) {
        system.put(name, value);
        outside.defineSystemProperty(name, value);
    }

    /** The value of a property as it was given, or null. */
    @Nullable
    String value(String name) {
        return lookup(name);
    }

    /**
     * The text with its variables replaced. As in Logback 1.5 it ends at a {@code }} that closes nothing and at a {@code :-} outside of
     * braces, and stays as it is when a brace isn't closed; both are findings at {@code line}.
     */
    public String resolve(String text, int line) {
        // Most values hold none of this.
        if (text.indexOf('{') < 0 && text.indexOf('}') < 0 && !text.contains(DEFAULT)) {
            return text;
        }
        this.line = line;
        bounds.begin();
        open.clear();
        malformed = false;
        StringBuilder result = new StringBuilder(text.length() + 16);
        replace(text, result);
        bounds.end(result);
        if (bounds.exceeded()) {
            complain(FindingCode.VALUE_TOO_LONG, ValueBounds.cause(text));
            return ValueBounds.unreplaced(text);
        }
        return malformed ? text : result.toString();
    }

    /** Replaces variables without a finding, for a mere look. */
    public String quietly(String text) {
        quiet = true;
        try {
            return resolve(text, 0);
        } finally {
            quiet = false;
        }
    }

    private void replace(String text, StringBuilder result) {
        int end = part(text, 0, null);
        if (bounds.exceeded()) {
            return;
        }
        if (end < 0) {
            malformed = true;
            if (text.contains("${")) {
                complain(
                        FindingCode.MALFORMED_VARIABLE,
                        "A brace in " + FindingText.quote(text) + " is not closed; no variable in it is replaced.");
            }
            return;
        }
        if (end < text.length()) {
            complain(
                    FindingCode.MALFORMED_VARIABLE,
                    "The value " + FindingText.quote(text) + " ends before " + FindingText.quote(text.substring(end))
                            + ", as in Logback 1.5, because "
                            + (text.charAt(end) == '}' ? "no brace is open there." : "no variable is open there."));
        }
        part(text, 0, result);
    }

    /**
     * Appends what follows, up to a {@code }} or {@code :-} outside of inner braces, with its variables replaced.
     *
     * @param result null: nothing is appended or looked up
     * @return where it ends; -1: a brace isn't closed
     */
    private int part(String text, int from, @Nullable StringBuilder result) {
        bounds.enter();
        int i = from;
        while (i >= 0 && i < text.length() && !bounds.exceeded()) {
            char c = text.charAt(i);
            if (c == '}' || text.startsWith(DEFAULT, i)) {
                break;
            }
            if (text.startsWith("${", i)) {
                i = variable(text, i + 2, result);
            } else if (c == '{') {
                append(result, "{");
                int end = part(text, i + 1, result);
                if (end > i + 1 && text.startsWith(DEFAULT, end)) {
                    append(result, DEFAULT);
                    end = part(text, end + 2, result);
                }
                append(result, "}");
                i = closed(text, end);
            } else {
                // As in Logback, a brace right behind a dollar or a colon is text.
                boolean two = (c == '$' || (c == ':' && !text.startsWith("{", i + 1) && !text.startsWith("$", i + 1)))
                        && i + 1 < text.length();
                append(result, text.substring(i, i + (two ? 2 : 1)));
                i += two ? 2 : 1;
            }
        }
        bounds.leave();
        return i;
    }

    private void append(@Nullable StringBuilder result, String text) {
        if (result != null) {
            bounds.append(result, text);
        }
    }

    /** The place after the brace at {@code end}, or -1. */
    private static int closed(String text, int end) {
        return end >= 0 && text.startsWith("}", end) ? end + 1 : -1;
    }

    /** A variable whose name begins at {@code from}; returns as {@link #part}. */
    private int variable(String text, int from, @Nullable StringBuilder result) {
        StringBuilder name = new StringBuilder();
        int end = part(text, from, result == null ? null : name);
        if (end == from) {
            return -1;
        }
        boolean hasDefault = end >= 0 && text.startsWith(DEFAULT, end);
        boolean found = result == null || bounds.exceeded() || value(name.toString(), hasDefault, result);
        if (hasDefault) {
            end = part(text, end + 2, found ? null : result);
        }
        return closed(text, end);
    }

    /** Appends the value of a variable, or what stands for it; false: its default is to be appended. */
    private boolean value(String name, boolean hasDefault, StringBuilder result) {
        bounds.countLookup();
        if (open.contains(name)) {
            complain(
                    FindingCode.CIRCULAR_VARIABLE,
                    "The variable " + FindingText.quote(name)
                            + " refers to itself; no variable of the value is replaced.");
            malformed = true;
            return true;
        }
        String value = lookup(name);
        if (value != null) {
            open.push(name);
            replace(value, result);
            open.pop();
        } else if (!hasDefault) {
            String place = boot.place(name, this::lookup);
            if (place == null) {
                undefined(name);
                bounds.append(result, name + UNDEFINED);
            } else {
                if (!quiet) {
                    BootVariables.reportPlace(name, place, line, findings);
                }
                bounds.append(result, place);
            }
        }
        return value != null || !hasDefault;
    }

    private @Nullable String lookup(String name) {
        String value = own.get(name);
        if (value == null) {
            value = context.get(name);
        }
        if (value == null && name.equalsIgnoreCase(HOST)) {
            // A property of the context from now on, which encoders may write.
            value = context.computeIfAbsent(HOST, key -> outside.hostName());
        }
        if (value == null) {
            value = system.get(name);
        }
        if (value == null) {
            value = outside.systemProperty(name);
        }
        if (value == null) {
            value = outside.environment(name);
        }
        if (value != null) {
            return value;
        }
        String former = quiet ? null : boot.formerName(name);
        if (former != null) {
            boot.reportFormerName(name, former, line, findings);
        }
        return boot.value(name);
    }

    /** Names the property of Spring's environment that gives a variable its value, and has none here. */
    void ofSpring(String name, String property) {
        springProperties.put(name, property);
    }

    private void undefined(String name) {
        String spring = springProperties.get(name);
        if (!quiet && spring != null) {
            findings.add(
                    FindingCode.UNDEFINED_VARIABLE,
                    line,
                    null,
                    "The variable " + FindingText.quote(name) + " is not defined; Spring's property "
                            + FindingText.quote(spring) + " has no value here, and "
                            + FindingText.quote(name + UNDEFINED) + " stands in its place.",
                    "Set " + FindingText.shown(spring)
                            + " where Spring reads it, or write defaultValue=\"...\" into the <springProperty>.");
        } else if (!quiet) {
            findings.add(
                    FindingCode.UNDEFINED_VARIABLE,
                    line,
                    null,
                    "The variable " + FindingText.quote(name) + " is not defined; "
                            + FindingText.quote(name + UNDEFINED) + " stands in its place.",
                    "Define it by <property>, by -D" + FindingText.shown(name)
                            + "=... at the start of the JVM or in the environment, or write a default: ${"
                            + FindingText.shown(name) + ":-default}.");
        }
    }

    private void complain(FindingCode code, String cause) {
        if (!quiet) {
            findings.add(code, line, cause);
        }
    }
}
