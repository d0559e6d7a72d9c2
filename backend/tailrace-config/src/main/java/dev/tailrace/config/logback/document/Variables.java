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

    private final PropertySource outside;
    private final Findings findings;
    private final Map<String, String> own = new HashMap<>();
    private final Map<String, String> context = new HashMap<>();
    private final Map<String, String> system = new HashMap<>();
    private final Deque<String> open = new ArrayDeque<>();
    private final ValueBounds bounds = new ValueBounds();
    private final BootVariables boot;
    private int line;
    private boolean quiet;

    public Variables(PropertySource outside, Findings findings) {
        this(outside, findings, new BootVariables(new SpringSettings(outside), outside));
    }

    Variables(PropertySource outside, Findings findings, BootVariables boot) {
        this.outside = outside;
        this.findings = findings;
        this.boot = boot;
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
        own.put(name, value);
    }

    /** Defines a variable for a while, or takes it back (null); returns what it was. */
    @Nullable
    public String replace(String name, @Nullable String value) {
        return value == null ? own.remove(name) : own.put(name, value);
    }

    /** Defines a property of the context, which comes after those of the file itself. */
    public void defineInContext(String name, String value) {
        context.put(name, value);
    }

    /** Those that patterns can show: of the context, else of the system as far as the file defines them. */
    public Map<String, String> shown() {
        Map<String, String> shown = new HashMap<>(system);
        shown.putAll(context);
        return shown;
    }

    /** Those of the context alone, without its name. */
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

    /** The text with its variables replaced; what can't be replaced stays and is a finding at {@code line}. */
    public String resolve(String text, int line) {
        // Most values hold no variable.
        if (!text.contains("${")) {
            return text;
        }
        this.line = line;
        bounds.begin();
        open.clear();
        StringBuilder result = new StringBuilder(text.length() + 16);
        replace(text, result);
        bounds.end(result);
        if (bounds.exceeded()) {
            complain(FindingCode.VALUE_TOO_LONG, ValueBounds.cause(text));
            return ValueBounds.unreplaced(text);
        }
        return result.toString();
    }

    /** The same without a finding, for a mere look. */
    public String quietly(String text) {
        quiet = true;
        try {
            return resolve(text, 0);
        } finally {
            quiet = false;
        }
    }

    private void replace(String text, StringBuilder result) {
        bounds.enter();
        int i = 0;
        while (i < text.length() && !bounds.exceeded()) {
            char c = text.charAt(i);
            if (c == '$' && i + 1 < text.length() && text.charAt(i + 1) == '{') {
                int end = closingBrace(text, i + 2);
                if (end < 0) {
                    complain(
                            FindingCode.MALFORMED_VARIABLE,
                            "A variable in " + FindingText.quote(text) + " is not closed; it stays as it is.");
                    bounds.append(result, text.substring(i));
                    break;
                }
                variable(text.substring(i + 2, end), result);
                i = end + 1;
            } else if (c == '$' && i + 1 < text.length() && text.charAt(i + 1) == '$') {
                // As Logback: the second dollar of $${...} is plain text, and so is what follows.
                bounds.append(result, "$$");
                i += 2;
            } else {
                int next = text.indexOf('$', i + 1);
                int end = next < 0 ? text.length() : next;
                bounds.append(result, text.substring(i, end));
                i = end;
            }
        }
        bounds.leave();
    }

    /** {@code inner} is what stands between the braces. */
    private void variable(String inner, StringBuilder result) {
        bounds.countLookup();
        if (bounds.exceeded()) {
            return;
        }
        int separator = defaultSeparator(inner);
        StringBuilder nameText = new StringBuilder();
        replace(separator < 0 ? inner : inner.substring(0, separator), nameText);
        String name = nameText.toString();
        if (bounds.exceeded()) {
            return;
        }
        if (name.isEmpty()) {
            complain(FindingCode.MALFORMED_VARIABLE, "A variable has no name; it stays as it is.");
            bounds.append(result, "${" + inner + "}");
            return;
        }
        if (open.contains(name)) {
            complain(
                    FindingCode.CIRCULAR_VARIABLE,
                    "The variable " + FindingText.quote(name) + " refers to itself; it stays as it is.");
            bounds.append(result, "${" + name + "}");
            return;
        }
        String value = lookup(name);
        if (value != null) {
            open.push(name);
            replace(value, result);
            open.pop();
        } else if (separator >= 0) {
            replace(inner.substring(separator + 2), result);
        } else {
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
    }

    private @Nullable String lookup(String name) {
        String value = own.get(name);
        if (value == null) {
            value = context.get(name);
        }
        if (value == null && name.equals("HOSTNAME")) {
            value = outside.hostName();
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

    private void undefined(String name) {
        if (!quiet) {
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

    /** The brace that closes the one before {@code from}, or -1. Plain braces inside come in pairs. */
    private static int closingBrace(String text, int from) {
        int depth = 0;
        for (int i = from; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '{') {
                depth++;
            } else if (c == '}' && depth-- == 0) {
                return i;
            }
        }
        return -1;
    }

    /** Where {@code :-} stands outside of inner braces, or -1. */
    private static int defaultSeparator(String inner) {
        int depth = 0;
        for (int i = 0; i + 1 < inner.length(); i++) {
            char c = inner.charAt(i);
            if (c == '{') {
                depth++;
            } else if (c == '}') {
                depth--;
            } else if (c == ':' && depth == 0 && inner.charAt(i + 1) == '-') {
                return i;
            }
        }
        return -1;
    }
}
