package dev.tailrace.config.spring;

import dev.tailrace.config.source.PropertySource;
import dev.tailrace.config.xml.Findings;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.finding.FindingText;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The variables that Spring Boot defines before it reads a configuration, from properties of Spring's environment. They count only where a
 * configuration has something of Spring Boot's, and where nothing else defines them. Not thread-safe.
 */
public final class BootVariables {
    private static final Map<String, String> PROPERTIES = properties();

    /** The names of the properties of rolling until Spring Boot 2.3. 3.5 and 4.0 read these where the new ones aren't set. */
    private static final Map<String, String> FORMER = Map.of(
            "LOGBACK_ROLLINGPOLICY_FILE_NAME_PATTERN", "logging.pattern.rolling-file-name",
            "LOGBACK_ROLLINGPOLICY_CLEAN_HISTORY_ON_START", "logging.file.clean-history-on-start",
            "LOGBACK_ROLLINGPOLICY_MAX_FILE_SIZE", "logging.file.max-size",
            "LOGBACK_ROLLINGPOLICY_TOTAL_SIZE_CAP", "logging.file.total-size-cap",
            "LOGBACK_ROLLINGPOLICY_MAX_HISTORY", "logging.file.max-history");

    private final SpringSettings settings;
    private final PropertySource outside;
    private boolean begun;

    public BootVariables(SpringSettings settings, PropertySource outside) {
        this.settings = settings;
        this.outside = outside;
    }

    private static Map<String, String> properties() {
        Map<String, String> names = new HashMap<>(Map.of(
                "APPLICATION_NAME", "spring.application.name",
                "APPLICATION_GROUP", "spring.application.group",
                "LOG_PATH", "logging.file.path",
                "LOG_EXCEPTION_CONVERSION_WORD", "logging.exception-conversion-word",
                "LOG_LEVEL_PATTERN", "logging.pattern.level",
                "LOG_DATEFORMAT_PATTERN", "logging.pattern.dateformat",
                "LOG_CORRELATION_PATTERN", "logging.pattern.correlation"));
        for (String output : new String[] {"CONSOLE", "FILE"}) {
            String lower = output.toLowerCase(Locale.ROOT);
            names.put(output + "_LOG_PATTERN", "logging.pattern." + lower);
            names.put(output + "_LOG_CHARSET", "logging.charset." + lower);
            names.put(output + "_LOG_THRESHOLD", "logging.threshold." + lower);
            names.put(output + "_LOG_STRUCTURED_FORMAT", "logging.structured.format." + lower);
        }
        for (String option : new String[] {
            "FILE_NAME_PATTERN", "CLEAN_HISTORY_ON_START", "MAX_FILE_SIZE", "TOTAL_SIZE_CAP", "MAX_HISTORY"
        }) {
            names.put(
                    "LOGBACK_ROLLINGPOLICY_" + option,
                    "logging.logback.rollingpolicy."
                            + option.toLowerCase(Locale.ROOT).replace('_', '-'));
        }
        return Map.copyOf(names);
    }

    /** From here on they count; false: they did before. */
    public boolean begin() {
        boolean first = !begun;
        begun = true;
        return first;
    }

    /** Null when it is none of them, or its property isn't set. */
    @Nullable
    public String value(String name) {
        if (!begun) {
            return null;
        }
        if (name.equals("PID")) {
            String own = property("spring.application.pid");
            return own == null ? Long.toString(ProcessHandle.current().pid()) : own;
        }
        if (name.equals("LOG_FILE")) {
            String file = property("logging.file.name");
            String path = property("logging.file.path");
            return file != null ? file : path == null ? null : path + "/spring.log";
        }
        String property = PROPERTIES.get(name);
        if (property == null) {
            return null;
        }
        String value = property(property);
        if (value == null && name.endsWith("_LOG_CHARSET")) {
            return "UTF-8";
        }
        boolean hidden = (name.equals("APPLICATION_NAME") && isOff("logging.include-application-name"))
                || (name.equals("APPLICATION_GROUP") && isOff("logging.include-application-group"));
        return hidden ? null : value;
    }

    /** The former name of a variable's property, where that is set and the present name isn't; null for all other variables. */
    @Nullable
    public String formerName(String variable) {
        String present = PROPERTIES.get(variable);
        String former = FORMER.get(variable);
        return !begun || present == null || former == null || property(present) != null || property(former) == null
                ? null
                : former;
    }

    /** Reports a {@link #formerName}: a version of Spring Boot that reads it has defined the variable already. */
    public void reportFormerName(String variable, String former, int line, Findings findings) {
        String present = PROPERTIES.get(variable);
        findings.add(
                FindingCode.SPRING_NOT_READ,
                line,
                null,
                former + " is set, and this version of Spring Boot ignores it: it is called " + present + " now.",
                "Write " + present + " instead of " + former + ".");
    }

    /**
     * The value of a file or folder that is not defined, so that no file is made by the name of a variable: as Spring Boot's base.xml,
     * one in the folder for temporary files. Null for all other names.
     */
    @Nullable
    public String place(String name, UnaryOperator<@Nullable String> variables) {
        if (!begun || !(name.equals("LOG_FILE") || name.equals("LOG_PATH"))) {
            return null;
        }
        String folder = outside.systemProperty("java.io.tmpdir");
        for (String other : new String[] {"LOG_TEMP", "LOG_PATH"}) {
            String value = variables.apply(other);
            folder = value == null ? folder : value;
        }
        String place = folder == null ? "/tmp" : folder;
        return name.equals("LOG_PATH") ? place : place + (place.endsWith("/") ? "" : "/") + "spring.log";
    }

    /** Reports a {@link #place} that is used; {@code name} may have a prefix. */
    public static void reportPlace(String name, String place, int line, Findings findings) {
        findings.add(
                FindingCode.SPRING_ASSUMED,
                line,
                null,
                "The variable " + FindingText.quote(name)
                        + ", which Spring Boot defines by logging.file.name or logging.file.path, is not defined; "
                        + FindingText.quote(place) + " is used.",
                "Set logging.file.name, or define it by -D" + name.substring(name.indexOf(':') + 1)
                        + "=... at the start of the JVM.");
    }

    private boolean isOff(String property) {
        return "false".equalsIgnoreCase(property(property));
    }

    private @Nullable String property(String name) {
        String value = settings.value(name);
        return value == null || value.isEmpty() ? null : value;
    }
}
