package dev.tailrace.spring;

import dev.tailrace.config.source.PropertySource;
import dev.tailrace.config.source.SpringSource;
import dev.tailrace.config.source.StructuredSettings;
import dev.tailrace.encoding.LineFormats;
import dev.tailrace.finding.Finding;
import dev.tailrace.layout.event.Event;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.ansi.AnsiColor;
import org.springframework.boot.ansi.AnsiOutput;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.logging.LogFile;
import org.springframework.boot.logging.structured.StructuredLoggingJsonMembersCustomizer;
import org.springframework.core.env.Environment;
import org.springframework.core.env.Profiles;
import org.springframework.core.io.support.PropertiesLoaderUtils;

/**
 * Answers the questions of the reader of configurations from an application's {@link Environment}. Boot's properties are looked for among the
 * application's own before the system properties, which may be those of another application in this JVM. Thread-safe as the environment
 * is.
 */
final class BootEnvironment implements PropertySource, SpringSource, LineFormats {
    private static final String ANSI = "spring.output.ansi.enabled";

    private final Environment environment;
    private final Map<String, String> own;
    private final PropertySource process;
    private final ClassLoader classLoader;

    BootEnvironment(
            Environment environment,
            Function<String, String> defaults,
            @Nullable LogFile logFile,
            ClassLoader classLoader) {
        this.environment = environment;
        this.own = TailraceLoggingSystemProperties.own(environment, defaults, logFile);
        this.process = PropertySource.ofProcess(classLoader);
        this.classLoader = classLoader;
    }

    Environment environment() {
        return environment;
    }

    @Override
    public @Nullable String systemProperty(String name) {
        if (name.equals(ANSI)) {
            return colours();
        }
        String value = own.get(name);
        if (value != null) {
            return value;
        }
        value = process.systemProperty(name);
        if (value != null && TailraceLoggingSystemProperties.isBoots(name, value)) {
            // Another application's.
            return null;
        }
        // Tailrace's settings may stand among the application's properties.
        return value == null && name.startsWith("tailrace.") ? setting(name) : value;
    }

    private @Nullable String setting(String name) {
        String value = property(CausingProperty.dashed(name));
        return value == null ? property(name) : value;
    }

    @Override
    public String place(String name) {
        return process.systemProperty(name) == null
                ? CausingProperty.withOrigin(CausingProperty.dashed(name), environment)
                : process.place(name);
    }

    @Override
    public Finding located(Finding finding) {
        return CausingProperty.of(finding, own, environment);
    }

    @Override
    public @Nullable String environment(String name) {
        return process.environment(name);
    }

    @Override
    public @Nullable InputStream resource(String name) throws IOException {
        return process.resource(name);
    }

    @Override
    public @Nullable URL resourceUrl(String name) {
        return process.resourceUrl(name);
    }

    @Override
    public void defineSystemProperty(String name, String value) {
        process.defineSystemProperty(name, value);
    }

    @Override
    public SpringSource spring() {
        return this;
    }

    @Override
    public @Nullable String property(String name) {
        try {
            return environment.getProperty(name);
        } catch (RuntimeException e) {
            // A placeholder in it that nothing defines.
            return null;
        }
    }

    @Override
    public Map<String, String> properties(String name) {
        try {
            return Binder.get(environment)
                    .bind(name, Bindable.mapOf(String.class, String.class))
                    .orElse(Map.of());
        } catch (RuntimeException e) {
            // As above.
            return Map.of();
        }
    }

    /** Boot has decided already, also by looking whether there is a terminal. */
    private static String colours() {
        return AnsiOutput.encode(AnsiColor.DEFAULT).isEmpty() ? "never" : "always";
    }

    @Override
    public boolean acceptsProfiles(String... expressions) {
        try {
            return environment.acceptsProfiles(Profiles.of(expressions));
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    @Override
    public StructuredSettings structured() {
        return StructuredProperties.bind(environment, isCustomizedByJars());
    }

    /** Whether a jar brings a customizer; Boot's factory makes it. */
    private boolean isCustomizedByJars() {
        try {
            return PropertiesLoaderUtils.loadAllProperties("META-INF/spring.factories", classLoader)
                    .containsKey(StructuredLoggingJsonMembersCustomizer.class.getName());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Function<Event, String> format(String name) {
        return ApplicationFormats.of(name, environment);
    }
}
