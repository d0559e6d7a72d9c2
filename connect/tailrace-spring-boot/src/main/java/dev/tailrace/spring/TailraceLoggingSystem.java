package dev.tailrace.spring;

import dev.tailrace.ConfigurationFailedException;
import dev.tailrace.LoggerState;
import dev.tailrace.LoggerState.Setting;
import dev.tailrace.LoggingControl;
import dev.tailrace.LoggingControl.Source;
import dev.tailrace.Tailrace;
import dev.tailrace.finding.FindingText;
import dev.tailrace.slf4j.TailraceServiceProvider;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.ILoggerFactory;
import org.slf4j.LoggerFactory;
import org.slf4j.helpers.SubstituteLoggerFactory;
import org.springframework.boot.io.ApplicationResourceLoader;
import org.springframework.boot.logging.AbstractLoggingSystem;
import org.springframework.boot.logging.LogFile;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggerConfiguration;
import org.springframework.boot.logging.LoggingInitializationContext;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.logging.LoggingSystemFactory;
import org.springframework.boot.logging.LoggingSystemProperties;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.io.Resource;
import org.springframework.util.StringUtils;

/**
 * Tailrace as Spring Boot sees it. Found through {@code META-INF/spring.factories}; the system property
 * {@code org.springframework.boot.logging.LoggingSystem} can name it, too. Boot calls it from one thread at a time.
 *
 * <p>An error in a configuration fails the start with its file and line; what is no error is reported on standard error.
 */
public final class TailraceLoggingSystem extends AbstractLoggingSystem {
    /** In the order in which they are looked for: those of Logback and of Tailrace before those of Log4j, which an application for Logback may have, too. */
    private static final List<List<String>> LOCATIONS = List.of(
            List.of("tailrace-test.xml", "tailrace.xml", "logback-test.xml", "logback.xml"),
            List.of("log4j2-test.properties", "log4j2-test.xml", "log4j2.properties", "log4j2.xml"));

    private static final List<String> UNUSED_PROPERTIES =
            List.of("logback.configurationFile", "log4j2.configurationFile", "log4j.configurationFile");

    private static final long RETRY_NANOS = 20_000_000;

    private static final JulBridge BRIDGE = new JulBridge(TailraceLoggingSystem.class.getClassLoader());

    /** The systems of applications that haven't ended, as far as is known: that of a child context goes when it is collected. */
    private static final Set<TailraceLoggingSystem> IN_USE =
            Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    /** @param classLoader of the application: finds its configuration */
    public TailraceLoggingSystem(ClassLoader classLoader) {
        super(classLoader);
    }

    @Override
    public LoggingSystemProperties getSystemProperties(ConfigurableEnvironment environment) {
        return TailraceLoggingSystemProperties.ofSystem(environment, defaults(environment));
    }

    @SuppressWarnings("NullAway") // Boot's own annotations differ between its versions.
    private Function<String, String> defaults(Environment environment) {
        return getDefaultValueResolver(environment);
    }

    @Override
    protected String[] getStandardConfigLocations() {
        return LOCATIONS.stream().flatMap(List::stream).toArray(String[]::new);
    }

    /** Once a configuration is in use, it stays in use for all that start in this JVM until a {@link #cleanUp}, as with Logback. */
    @Override
    public void beforeInitialize() {
        IN_USE.add(this);
        if (LoggingControl.isConfigured()) {
            return;
        }
        super.beforeInitialize();
        BRIDGE.install();
        LoggingControl.silence();
    }

    @Override
    public void initialize(
            LoggingInitializationContext context, @Nullable String configLocation, @Nullable LogFile logFile) {
        IN_USE.add(this);
        if (LoggingControl.isConfigured()) {
            return;
        }
        LoggingControl.propagateToJul(BRIDGE.isInstalled());
        String location = configLocation;
        if (!StringUtils.hasLength(location)) {
            location = namedByProperty();
        }
        if (StringUtils.hasLength(location)) {
            super.initialize(context, location, logFile);
        } else {
            initializeByConvention(context, logFile);
        }
        warnOfUnusedProperties();
        if (Boolean.getBoolean("logback.debug")
                || (context != null
                        && context.getEnvironment() != null
                        && context.getEnvironment().getProperty("tailrace.debug", Boolean.class, false))) {
            printInUse();
        }
    }

    @SuppressWarnings("SystemOut") // Where findings are; there is no logger that surely writes.
    private static void printInUse() {
        LoggingControl.InUse used = LoggingControl.inUse();
        if (used != null) {
            System.err.println("tailrace: configuration " + used.source() + ", written to " + used.destinations() + ", "
                    + used.findings().size() + " findings");
        }
    }

    /** Tailrace's own way to name a configuration holds here, too. */
    private static @Nullable String namedByProperty() {
        String named = System.getProperty("tailrace.config");
        return named == null ? System.getenv("TAILRACE_CONFIG") : named;
    }

    private void initializeByConvention(LoggingInitializationContext context, @Nullable LogFile logFile) {
        for (List<String> group : LOCATIONS) {
            for (String ending : new String[] {"", "-spring"}) {
                for (String name : group) {
                    String location = name.replace(".", ending + ".");
                    if (getClassLoader().getResource(location) != null) {
                        loadConfiguration(context, "classpath:" + location, logFile);
                        return;
                    }
                }
            }
        }
        loadDefaults(context, logFile);
    }

    private static void warnOfUnusedProperties() {
        for (String property : UNUSED_PROPERTIES) {
            if (StringUtils.hasText(System.getProperty(property))) {
                LoggerFactory.getLogger(TailraceLoggingSystem.class)
                        .warn("Ignoring '{}' system property. Please use 'logging.config' instead.", property);
            }
        }
    }

    @Override
    protected void loadDefaults(LoggingInitializationContext context, @Nullable LogFile logFile) {
        BootEnvironment environment = environment(context, logFile);
        try {
            LoggingControl.configureDefaults(
                    new DefaultConfiguration(environment, logFile != null).source(), environment);
        } catch (ConfigurationFailedException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }

    @Override
    protected void loadConfiguration(LoggingInitializationContext context, String location, @Nullable LogFile logFile) {
        BootEnvironment environment = environment(context, logFile);
        Source source;
        try {
            source = source(ApplicationResourceLoader.get(getClassLoader()).getResource(location), location);
        } catch (IOException | RuntimeException e) {
            throw new IllegalStateException("Could not initialize Tailrace logging from " + location, e);
        }
        try {
            LoggingControl.configure(source, environment);
        } catch (ConfigurationFailedException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }

    private static Source source(Resource resource, String location) throws IOException {
        if (resource.isFile()) {
            return new Source.OfFile(resource.getFile().toPath(), location);
        }
        if (!location.startsWith("base64:")) {
            return new Source.OfUrl(resource.getURL(), location);
        }
        return new Source.OfText(
                new String(resource.getContentAsByteArray(), StandardCharsets.UTF_8), "logging.config (base64)");
    }

    private BootEnvironment environment(LoggingInitializationContext context, @Nullable LogFile logFile) {
        Environment given = context == null ? null : context.getEnvironment();
        Environment environment = given == null ? new StandardEnvironment() : given;
        TailraceLoggingSystemProperties.ofSystem(environment, defaults(environment))
                .apply(logFile);
        String page = environment.getProperty("tailrace.findings-url");
        if (page != null && System.getProperty(FindingText.PAGE) == null) {
            System.setProperty(FindingText.PAGE, page);
        }
        return new BootEnvironment(environment, defaults(environment), logFile, getClassLoader());
    }

    @Override
    public void cleanUp() {
        super.cleanUp();
        IN_USE.remove(this);
        if (IN_USE.isEmpty()) {
            BRIDGE.uninstall();
            LoggingControl.propagateToJul(false);
        }
        LoggingControl.release();
    }

    /** Returns when all that was logged is written. Nothing is closed: what other hooks of the exit log is written, too. */
    @Override
    public Runnable getShutdownHandler() {
        return Tailrace::flush;
    }

    @Override
    public Set<LogLevel> getSupportedLogLevels() {
        return EnumSet.complementOf(EnumSet.of(LogLevel.FATAL));
    }

    @Override
    public void setLogLevel(@Nullable String loggerName, @Nullable LogLevel level) {
        LoggingControl.setLevel(loggerName, level == null ? null : setting(level));
    }

    private static Setting setting(LogLevel level) {
        return level == LogLevel.FATAL ? Setting.ERROR : Setting.valueOf(level.name());
    }

    @Override
    public List<LoggerConfiguration> getLoggerConfigurations() {
        List<LoggerConfiguration> all = new ArrayList<>();
        for (LoggerState state : LoggingControl.loggers()) {
            all.add(configuration(state));
        }
        all.sort(CONFIGURATION_COMPARATOR);
        return all;
    }

    /** Null for a logger that is neither configured nor was asked for, nor one below it. */
    @Override
    @SuppressWarnings("NullAway") // Boot 3.5 says nothing about null, and means it.
    public @Nullable LoggerConfiguration getLoggerConfiguration(String loggerName) {
        LoggerState state = LoggingControl.logger(loggerName);
        return state == null ? null : configuration(state);
    }

    private static LoggerConfiguration configuration(LoggerState state) {
        String name = state.name().equals("ROOT") ? LoggingSystem.ROOT_LOGGER_NAME : state.name();
        Setting own = state.configured();
        return new LoggerConfiguration(
                name, own == null ? null : level(own), Objects.requireNonNull(level(state.effective())));
    }

    private static LogLevel level(Setting setting) {
        return setting == Setting.ALL ? LogLevel.TRACE : LogLevel.valueOf(setting.name());
    }

    /** A word of Boot's, written only where a correlation id is expected. */
    @Override
    protected String getDefaultLogCorrelationPattern() {
        return "%correlationId";
    }

    /** Whether SLF4J hands its calls to this class loader's Tailrace. */
    private static boolean isBound() {
        ILoggerFactory factory = LoggerFactory.getILoggerFactory();
        while (factory instanceof SubstituteLoggerFactory) {
            // Another thread is at it.
            LockSupport.parkNanos(RETRY_NANOS);
            factory = LoggerFactory.getILoggerFactory();
        }
        Class<?> bound = factory.getClass();
        return bound.getPackageName().equals(TailraceServiceProvider.class.getPackageName())
                && Objects.equals(bound.getClassLoader(), TailraceServiceProvider.class.getClassLoader());
    }

    /** Comes before Boot's own for Logback, which fails the start when SLF4J is bound elsewhere. */
    @Order(Ordered.HIGHEST_PRECEDENCE + 512)
    public static final class Factory implements LoggingSystemFactory {
        /** The constructor for {@code spring.factories}. */
        public Factory() {}

        /** Null unless SLF4J is bound to Tailrace. */
        @Override
        @SuppressWarnings("NullAway") // Boot 3.5 says nothing about null, and means it.
        public @Nullable LoggingSystem getLoggingSystem(ClassLoader classLoader) {
            return isBound() ? new TailraceLoggingSystem(classLoader) : null;
        }
    }
}
