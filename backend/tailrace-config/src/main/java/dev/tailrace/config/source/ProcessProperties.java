package dev.tailrace.config.source;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLConnection;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The properties, the environment and the class path of this process. */
final class ProcessProperties implements PropertySource {
    private final @Nullable ClassLoader loader;

    /** @param loader null: nothing of the process is changed, and it has no resources */
    ProcessProperties(@Nullable ClassLoader loader) {
        this.loader = loader;
    }

    @Override
    public @Nullable String systemProperty(String name) {
        try {
            return System.getProperty(name);
        } catch (SecurityException | IllegalArgumentException e) {
            return null;
        }
    }

    @Override
    public @Nullable String environment(String name) {
        try {
            return System.getenv(name);
        } catch (SecurityException e) {
            return null;
        }
    }

    @Override
    public void defineSystemProperty(String name, String value) {
        if (loader != null) {
            try {
                System.setProperty(name, value);
            } catch (SecurityException | IllegalArgumentException e) {
                // Within the configuration it holds all the same.
            }
        }
    }

    @Override
    public @Nullable URL resourceUrl(String name) {
        return loader == null || name.isEmpty() ? null : loader.getResource(name);
    }

    @Override
    public @Nullable InputStream resource(String name) throws IOException {
        URL url = resourceUrl(name);
        if (url == null) {
            return null;
        }
        String place = url.toString().toLowerCase(Locale.ROOT);
        if (place.matches("(jar:)*(https?|ftp):.*")) {
            throw new IOException("the class path has it on a network, from where nothing is fetched");
        }
        URLConnection connection = url.openConnection();
        // A cached jar would stay open, and could be an old one after a redeployment.
        connection.setUseCaches(false);
        return connection.getInputStream();
    }
}
