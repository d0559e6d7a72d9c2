package dev.tailrace.spring;

import dev.tailrace.finding.Finding;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.logging.LoggingSystemProperty;
import org.springframework.boot.origin.Origin;
import org.springframework.boot.origin.OriginLookup;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;
import org.springframework.core.env.PropertySource;

/**
 * Which of Boot's properties caused a finding. Boot's files have their values by variables, so that a finding has a line of a file in
 * Boot's jar, and often two: those of console and file. The property is recognised by its value: it is what a message quotes, or the part
 * of a pattern at the column that a message names.
 */
final class CausingProperty {
    private static final String BOOTS_FILES = "org/springframework/boot/logging/";
    private static final Pattern COLUMN =
            Pattern.compile("(.*?) \\(column (\\d+) of the pattern of appender [^:]+: (.*)\\)", Pattern.DOTALL);
    private static final String ROLLING = "_ROLLINGPOLICY_";

    private CausingProperty() {}

    /** The finding at its property, or the same object. {@code variables}: Boot's, with their values. */
    static Finding of(Finding finding, Map<String, String> variables, Environment environment) {
        String file = finding.file();
        if (file != null && !file.contains(BOOTS_FILES)) {
            return finding;
        }
        Matcher column = COLUMN.matcher(finding.cause());
        boolean inPattern = column.matches();
        String found = null;
        String value = "";
        for (Map.Entry<String, String> each : variables.entrySet()) {
            String name = property(each.getKey());
            if (name == null || !environment.containsProperty(name)) {
                continue;
            }
            boolean causes = inPattern
                    ? covers(column.group(3), Integer.parseInt(column.group(2)) - 1, each.getValue())
                            || column.group(1).contains("{" + each.getValue() + "}")
                    : finding.cause().contains('"' + each.getValue().strip() + '"');
            // The shortest value that is there is the part, not the whole.
            if (causes && (found == null || each.getValue().length() < value.length() || isOf(finding, name))) {
                found = name;
                value = each.getValue();
            }
        }
        if (found == null) {
            return finding;
        }
        return new Finding(
                finding.code(),
                inPattern ? column.group(1) + " (in \"" + value + "\")." : finding.cause(),
                null,
                withOrigin(found, environment),
                0,
                finding.evidence(),
                finding.remedy());
    }

    private static boolean isOf(Finding finding, String name) {
        String appender = finding.consumer();
        return appender != null && name.contains(appender.toLowerCase(Locale.ROOT));
    }

    private static boolean covers(String pattern, int index, String part) {
        for (int at = pattern.indexOf(part); !part.isEmpty() && at >= 0; at = pattern.indexOf(part, at + 1)) {
            if (index >= at && index < at + part.length()) {
                return true;
            }
        }
        return false;
    }

    private static @Nullable String property(String variable) {
        if (variable.contains(ROLLING)) {
            return "logging."
                    + variable.replace(ROLLING, ".rollingpolicy.")
                            .replace('_', '-')
                            .toLowerCase(Locale.ROOT);
        }
        for (LoggingSystemProperty each : LoggingSystemProperty.values()) {
            if (each.getEnvironmentVariableName().equals(variable)) {
                return each.getApplicationPropertyName();
            }
        }
        return null;
    }

    /** {@code tailrace.whenFull} as properties are named: {@code tailrace.when-full}. */
    static String dashed(String name) {
        return name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }

    /** A property's name with the place that Boot remembers, such as the line of a file. */
    static String withOrigin(String name, Environment environment) {
        if (environment instanceof ConfigurableEnvironment known) {
            for (PropertySource<?> each : known.getPropertySources()) {
                Origin origin = OriginLookup.getOrigin(each, name);
                if (origin != null) {
                    return name + " (" + origin + ")";
                }
            }
        }
        return name;
    }
}
