package dev.tailrace.logback;

import ch.qos.logback.core.Context;
import dev.tailrace.config.source.PropertySource;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import org.jspecify.annotations.Nullable;

/** The properties of a context, then those of the system. */
final class ContextProperties implements PropertySource {
    private final Context context;
    private final PropertySource process = PropertySource.ofProcess();

    ContextProperties(Context context) {
        this.context = context;
    }

    @Override
    public @Nullable String systemProperty(String name) {
        String own = context.getProperty(name);
        return own == null ? process.systemProperty(name) : own;
    }

    @Override
    public @Nullable String environment(String name) {
        return process.environment(name);
    }

    @Override
    public @Nullable InputStream resource(String name) throws IOException {
        URL url = resourceUrl(name);
        return url == null ? null : url.openStream();
    }

    @Override
    public @Nullable URL resourceUrl(String name) {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        URL url = loader == null ? null : loader.getResource(name);
        return url == null ? ContextProperties.class.getResource("/" + name) : url;
    }
}
