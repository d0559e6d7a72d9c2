package dev.tailrace.spring;

import dev.tailrace.finding.Finding;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.logging.LoggingSystemProperty;
import org.springframework.core.env.Environment;

/**
 * Which of Boot's properties caused a finding. Boot's files have their values by variables, so that a finding has a line of a file in
 * Boot's jar, and often two: those of console and file. The property is recognised by its value: it is what a message quotes, or the part
 * of a pattern at the column that a message names.
 */
final class CausingProperty {
    private static final String BOOTS_FILES = "org/springframework/boot/logging/";
    private static final Pattern COLUMN =
            Pattern.compile("(.*?) \\(column (\\d+) of the pattern of appender [^:]+: (.*)\\)", Pattern.DOTALL);
    private static final Pattern ROLLING = Pattern.compile("(LOGBACK|LOG4J2)_ROLLINGPOLICY_(.+)");

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
            boolean causes = name != null
                    && environment.containsProperty(name)
                    && (inPattern
                            ? covers(column.group(3), Integer.parseInt(column.group(2)) - 1, each.getValue())
                            : finding.cause().contains('"' + each.getValue().strip() + '"'));
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

    /** Also from the brace before it, at which the options of a word begin. */
    private static boolean covers(String pattern, int index, String part) {
        for (int at = pattern.indexOf(part); !part.isEmpty() && at >= 0; at = pattern.indexOf(part, at + 1)) {
            if (index >= at - 1 && index < at + part.length()) {
                return true;
            }
        }
        return false;
    }

    private static @Nullable String property(String variable) {
        Matcher rolling = ROLLING.matcher(variable);
        if (rolling.matches()) {
            return "logging."
                    + (rolling.group(1) + ".rollingpolicy." + rolling.group(2).replace('_', '-'))
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
        try {
            ConfigurationPropertyName wanted = ConfigurationPropertyName.of(name);
            for (ConfigurationPropertySource each : ConfigurationPropertySources.get(environment)) {
                ConfigurationProperty property = each.getConfigurationProperty(wanted);
                if (property != null) {
                    return property.getOrigin() == null ? name : name + " (" + property.getOrigin() + ")";
                }
            }
        } catch (RuntimeException e) {
            // An environment that isn't Boot's: without places.
            return name;
        }
        return name;
    }
}
