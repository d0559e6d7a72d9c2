package dev.tailrace.spring;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.logging.LogFile;
import org.springframework.boot.logging.LoggingSystemProperties;
import org.springframework.core.convert.ConversionException;
import org.springframework.core.env.Environment;
import org.springframework.core.env.PropertyResolver;
import org.springframework.util.ClassUtils;
import org.springframework.util.unit.DataSize;

/**
 * Boot's properties under the names that configuration files know, with those of Logback's and Log4j's rolling. As system properties, as
 * all of Boot's logging systems set them, and for the application's own context: where several run in one JVM, the system properties are
 * those of the first. Not thread-safe.
 */
final class TailraceLoggingSystemProperties extends LoggingSystemProperties {
    private static final String LOGBACK = "logging.logback.rollingpolicy.";
    private static final String LOG4J = "logging.log4j2.rollingpolicy.";
    /** The properties' names until Boot 2.3. */
    private static final Map<String, String> LOGBACK_NAMES = Map.of(
            "file-name-pattern", "logging.pattern.rolling-file-name",
            "clean-history-on-start", "logging.file.clean-history-on-start",
            "max-file-size", "logging.file.max-size",
            "total-size-cap", "logging.file.total-size-cap",
            "max-history", "logging.file.max-history");

    private static final String[] LOG4J_NAMES = {
        "file-name-pattern", "max-file-size", "max-history", "strategy", "time-interval", "time-modulate", "cron"
    };

    /** 1 KB is 1024 bytes. */
    private static final Pattern LOGBACKS_SIZE = Pattern.compile("[0-9]+\\s*(|kb|mb|gb)s?", Pattern.CASE_INSENSITIVE);

    private static final boolean JBOSS_LOGGING =
            ClassUtils.isPresent("org.jboss.logging.Logger", TailraceLoggingSystemProperties.class.getClassLoader());

    /** The system properties that this class has set, for any application. */
    private static final Map<String, String> SET = new ConcurrentHashMap<>();

    private final Environment environment;

    @SuppressWarnings("NullAway") // Boot's own annotations differ between its versions.
    private TailraceLoggingSystemProperties(
            Environment environment, Function<String, String> defaults, BiConsumer<String, String> setter) {
        super(environment, defaults, setter);
        this.environment = environment;
    }

    static TailraceLoggingSystemProperties ofSystem(Environment environment, Function<String, String> defaults) {
        return new TailraceLoggingSystemProperties(environment, defaults, TailraceLoggingSystemProperties::setSystem);
    }

    private static void setSystem(String name, @Nullable String value) {
        if (value != null && System.getProperty(name) == null) {
            System.setProperty(name, value);
            SET.put(name, value);
        }
    }

    /** These values for one application alone. */
    static Map<String, String> own(
            Environment environment, Function<String, String> defaults, @Nullable LogFile logFile) {
        Map<String, String> own = new ConcurrentHashMap<>();
        new TailraceLoggingSystemProperties(environment, defaults, (name, value) -> {
                    if (value != null) {
                        own.put(name, value);
                    }
                })
                .apply();
        if (logFile != null) {
            Properties files = new Properties();
            logFile.applyTo(files);
            files.forEach((name, value) -> {
                own.put(String.valueOf(name), String.valueOf(value));
                SET.put(String.valueOf(name), String.valueOf(value));
            });
        }
        return own;
    }

    /** Whether a system property has the value that Boot has set, of this application or an earlier one. */
    static boolean isBoots(String name, String value) {
        return value.equals(SET.get(name));
    }

    /** Whether a property of Log4j's rolling is set, which Boot knows from 4.1 on. */
    static boolean hasLog4jRolling(Environment environment) {
        for (String name : LOG4J_NAMES) {
            if (environment.containsProperty(LOG4J + name)) {
                return true;
            }
        }
        return false;
    }

    @Override
    protected void apply(@Nullable LogFile logFile, PropertyResolver resolver) {
        if (!environment.getProperty("logging.console.enabled", Boolean.class, true)) {
            // Before Boot's own: where two write it, the first holds.
            setSystemProperty("CONSOLE_LOG_THRESHOLD", "OFF");
        }
        super.apply(logFile, resolver);
        if (!environment.getProperty("logging.console.enabled", Boolean.class, true)) {
            setSystemProperty("CONSOLE_LOG_THRESHOLD", "OFF");
        }
        if (JBOSS_LOGGING) {
            // It takes SLF4J by itself only where it sees Logback.
            setSystemProperty("org.jboss.logging.provider", "slf4j");
        }
        boolean former = readsFormerNames(SpringBootVersion.getVersion());
        LOGBACK_NAMES.forEach((name, formerName) -> {
            String value = rolling(LOGBACK + name, resolver);
            if (value == null && former) {
                value = rolling(formerName, resolver);
            }
            setRolling("LOGBACK_ROLLINGPOLICY_", name, value);
        });
        for (String name : LOG4J_NAMES) {
            setRolling("LOG4J2_ROLLINGPOLICY_", name, rolling(LOG4J + name, resolver));
        }
    }

    /** Whether this version of Boot falls back to the former names of the rolling's properties: 4.1 no longer does. */
    static boolean readsFormerNames(String bootVersion) {
        return bootVersion.startsWith("3.") || bootVersion.startsWith("4.0.");
    }

    private void setRolling(String variables, String name, @Nullable String value) {
        if (value != null) {
            setSystemProperty(variables + name.replace('-', '_').toUpperCase(Locale.ROOT), value);
        }
    }

    private static @Nullable String rolling(String name, PropertyResolver resolver) {
        return name.contains("size") ? size(name, resolver) : resolver.getProperty(name);
    }

    /** In bytes where it is written as Boot writes sizes, else as it is if Logback writes sizes so, such as {@code "10 mb"}. */
    private static @Nullable String size(String name, PropertyResolver resolver) {
        try {
            DataSize size = resolver.getProperty(name, DataSize.class);
            return size == null ? null : String.valueOf(size.toBytes());
        } catch (ConversionException e) {
            String value = resolver.getProperty(name);
            if (value == null || !LOGBACKS_SIZE.matcher(value.strip()).matches()) {
                throw new IllegalArgumentException(name + " is \"" + value + "\", not a size such as 10MB", e);
            }
            return value;
        }
    }

    /** Tailrace writes UTF-8, whatever the console's character set is. */
    @Override
    protected Charset getDefaultConsoleCharset() {
        return StandardCharsets.UTF_8;
    }
}
