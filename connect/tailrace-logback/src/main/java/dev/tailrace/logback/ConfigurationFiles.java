package dev.tailrace.logback;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.core.joran.util.ConfigurationWatchListUtil;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The files that a context may have been configured from. Since version 1.5.19 Logback remembers only one that it watches. */
final class ConfigurationFiles {
    private static final String[] NAMED_BY = {"logback.configurationFile", "logging.config"};
    private static final String[] RESOURCES = {
        "logback-test.xml", "logback.xml", "logback-test-spring.xml", "logback-spring.xml"
    };

    private ConfigurationFiles() {}

    static List<URL> of(LoggerContext context, ContextProperties outside) {
        List<URL> files = new ArrayList<>();
        add(files, ConfigurationWatchListUtil.getMainWatchURL(context));
        for (String property : NAMED_BY) {
            String name = outside.systemProperty(property);
            if (name != null) {
                add(files, named(name, outside));
            }
        }
        for (String resource : RESOURCES) {
            add(files, outside.resourceUrl(resource));
        }
        return files;
    }

    private static void add(List<URL> files, @Nullable URL url) {
        if (url != null) {
            files.add(url);
        }
    }

    /** Finds a file as Logback does: a URL, else a resource, else a file. */
    private static @Nullable URL named(String name, ContextProperties outside) {
        try {
            return new URL(name);
        } catch (MalformedURLException e) {
            URL resource = outside.resourceUrl(name.replaceFirst("^classpath:/*", ""));
            return resource == null ? file(name) : resource;
        }
    }

    private static @Nullable URL file(String name) {
        try {
            Path path = Path.of(name);
            return Files.isRegularFile(path) ? path.toUri().toURL() : null;
        } catch (InvalidPathException | MalformedURLException e) {
            return null;
        }
    }
}
