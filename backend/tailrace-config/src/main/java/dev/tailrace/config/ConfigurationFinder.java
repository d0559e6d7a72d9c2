package dev.tailrace.config;

import dev.tailrace.config.model.Configuration;
import dev.tailrace.config.source.PropertySource;
import dev.tailrace.config.xml.Findings;
import dev.tailrace.finding.Finding;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.finding.FindingText;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * Finds the configuration: a file named by a system property, else the first of a few names on the class path, else the built-in default.
 * Never throws: errors are findings of the result. Thread-safe.
 */
public final class ConfigurationFinder {
    /** The properties that name a file; the first property that is set is used. */
    static final List<String> PROPERTIES = List.of(
            "tailrace.config", "logback.configurationFile", "log4j2.configurationFile", "log4j.configurationFile");

    /** The names looked for on the class path, in this order. */
    static final List<String> RESOURCES = List.of(
            "tailrace.xml",
            "logback-test.xml",
            "logback.xml",
            "logback-test-spring.xml",
            "logback-spring.xml",
            "log4j2-test.properties",
            "log4j2-test.xml",
            "log4j2.properties",
            "log4j2.xml");

    /** Formats that only Log4j 2 looks for; they are not read, and a finding says so. */
    private static final List<String> OTHER_FORMATS = List.of("yaml", "yml", "json", "jsn");

    private final ClassLoader loader;
    private final PropertySource outside;

    private ConfigurationFinder(ClassLoader loader, PropertySource outside) {
        this.loader = loader;
        this.outside = outside;
    }

    /** Finds and reads the configuration. */
    public static Configuration find(ClassLoader loader, PropertySource outside) {
        return new ConfigurationFinder(loader, outside).find();
    }

    private Configuration find() {
        for (String property : PROPERTIES) {
            String value = outside.systemProperty(property);
            if (value != null && !value.isBlank()) {
                return named(property, value.strip());
            }
        }
        String variable = outside.environment("TAILRACE_CONFIG");
        if (variable != null && !variable.isBlank()) {
            return named("TAILRACE_CONFIG", variable.strip());
        }
        String log4j = namedForLog4j();
        if (log4j != null && !log4j.isBlank()) {
            return named("log4j2.configurationFile", log4j.strip());
        }
        for (String name : RESOURCES) {
            List<URL> urls = resources(name);
            if (!urls.isEmpty()) {
                return resource(urls, name);
            }
        }
        for (String name : new String[] {"log4j2-test.", "log4j2."}) {
            for (String format : OTHER_FORMATS) {
                List<URL> urls = resources(name + format);
                if (!urls.isEmpty()) {
                    return resource(urls, name + format);
                }
            }
        }
        return ConfigurationReader.defaults(outside, new Findings(null));
    }

    /** Where Log4j's own properties come from behind those of the system. */
    private @Nullable String namedForLog4j() {
        String variable = outside.environment("LOG4J_CONFIGURATION_FILE");
        if (variable != null) {
            return variable;
        }
        Properties all = new Properties();
        for (URL url : resources("log4j2.component.properties")) {
            try (InputStream in = url.openStream()) {
                all.load(in);
            } catch (IOException | RuntimeException e) {
                // Another one may name the file.
            }
        }
        return all.getProperty("log4j2.configurationFile", all.getProperty("log4j.configurationFile"));
    }

    /** The name of a property is a file, a file: URL or a class path resource, as in Logback. */
    private Configuration named(String property, String value) {
        Path file = path(value);
        int comma = value.indexOf(',');
        if (property.startsWith("log4j") && comma > 0 && (file == null || !Files.exists(file))) {
            String first = value.substring(0, comma).strip();
            return withFinding(
                    Finding.of(
                                    FindingCode.SEVERAL_FILES,
                                    property + " names several files; only the first is read: "
                                            + FindingText.quote(first) + ".")
                            .at(first, 0)
                            .remedy("Put all into one file."),
                    named(property, first));
        }
        if (file != null && Files.isRegularFile(file)) {
            return ConfigurationReader.read(file, outside);
        }
        String resource = value.startsWith("classpath:") ? value.substring("classpath:".length()) : value;
        boolean directory = file != null && Files.isDirectory(file);
        // A class loader hands out directories too, as the list of their files.
        List<URL> urls = directory ? List.of() : resources(resource);
        if (!urls.isEmpty()) {
            return resource(urls, resource);
        }
        String problem = directory
                ? "The file named by " + property + " is a directory"
                : "The file named by " + property + " does not exist"
                        + (file == null ? "" : " (looked for " + FindingText.quote(absolute(file)) + ")")
                        + ", on the class path neither";
        return ConfigurationReader.defaults(outside, new Findings(value), FindingCode.FILE_NOT_FOUND, problem);
    }

    private static String absolute(Path file) {
        return file.toAbsolutePath().normalize().toString();
    }

    /** Only files: a configuration is never fetched from a network. */
    private static @Nullable Path path(String value) {
        try {
            return value.toLowerCase(Locale.ROOT).startsWith("file:") ? Path.of(new URI(value)) : Path.of(value);
        } catch (URISyntaxException | IllegalArgumentException | FileSystemNotFoundException | SecurityException e) {
            return null;
        }
    }

    private List<URL> resources(String name) {
        try {
            return new ArrayList<>(Collections.list(loader.getResources(name)));
        } catch (IOException | RuntimeException e) {
            // A foreign class loader: whatever it throws, there is no resource.
            return List.of();
        }
    }

    private Configuration resource(List<URL> urls, String name) {
        URL url = urls.get(0);
        Configuration configuration = ConfigurationReader.read(url, name, outside);
        List<String> places = urls.stream().map(URL::toString).distinct().toList();
        if (places.size() == 1) {
            return configuration;
        }
        return withFinding(
                Finding.of(
                                FindingCode.SEVERAL_FILES,
                                "There are " + places.size() + " files " + name
                                        + " on the class path; the first is used.")
                        .at(name, 0)
                        .evidence(places),
                configuration);
    }

    private static Configuration withFinding(Finding finding, Configuration configuration) {
        List<Finding> all = new ArrayList<>();
        all.add(finding);
        all.addAll(configuration.findings());
        return configuration.withFindings(all);
    }
}
