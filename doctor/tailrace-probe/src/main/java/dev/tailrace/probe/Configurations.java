package dev.tailrace.probe;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * Finds the logging configuration of a process where its libraries would: named by a property, or by its usual name in the folders
 * and jars of the class path. Nothing is fetched from anywhere.
 */
final class Configurations {
    private static final List<String> PROPERTIES = List.of(
            "tailrace.config",
            "logback.configurationFile",
            "log4j2.configurationFile",
            "log4j.configurationFile",
            "log4j.configuration",
            "java.util.logging.config.file",
            "logging.config",
            "logging.configuration");

    private static final List<String> NAMES = List.of(
            "tailrace.xml",
            "logback-test.xml",
            "logback.xml",
            "logback-spring.xml",
            "log4j2-test.xml",
            "log4j2.xml",
            "log4j2-spring.xml",
            "log4j2.properties",
            "log4j.xml",
            "log4j.properties",
            "logging.properties");

    private static final List<String> FOLDERS = List.of("", "BOOT-INF/classes/", "WEB-INF/classes/");
    private static final int LONGEST = 1 << 20;
    private static final int MOST = 40;
    private static final int MOST_JARS = 400;

    private final Path root;
    private final Path folder;
    private final Map<String, String> found = new LinkedHashMap<>();

    private Configurations(Path root, Path folder) {
        this.root = root;
        this.folder = folder;
    }

    /**
     * The files' texts, by where they were found.
     *
     * @param root of the file system as the process sees it
     * @param folder that the process works in
     */
    static Map<String, String> of(Properties properties, Path root, Path folder) {
        Configurations configurations = new Configurations(root, folder);
        for (String property : PROPERTIES) {
            String value = properties.getProperty(property, "");
            for (String file : value.split(",", -1)) {
                configurations.named(file.strip());
            }
        }
        configurations.onClassPath(properties.getProperty("java.class.path", ""));
        return configurations.found;
    }

    private void named(String file) {
        String path = file.startsWith("file:") ? file.substring(5).replaceFirst("^//", "") : file;
        if (!path.isEmpty() && !path.startsWith("classpath:") && !path.contains("://")) {
            file(path);
        }
    }

    private void onClassPath(String classPath) {
        int jars = 0;
        for (String element : classPath.split(":", -1)) {
            Path path = resolve(element);
            if (path == null || element.isEmpty() || found.size() >= MOST) {
                continue;
            }
            if (Files.isDirectory(path)) {
                for (String name : NAMES) {
                    file(element + "/" + name);
                }
            } else if (element.endsWith(".jar") || element.endsWith(".war")) {
                if (jars++ < MOST_JARS) {
                    jar(element, path);
                }
            }
        }
    }

    /** The file as the process would find it, from here. */
    private @Nullable Path resolve(String name) {
        try {
            Path path = Path.of(name);
            Path absolute = path.isAbsolute() ? path : folder.resolve(path);
            return root.resolve(absolute.normalize().toString().replaceFirst("^/+", ""));
        } catch (RuntimeException e) {
            return null;
        }
    }

    private void file(String name) {
        Path path = resolve(name);
        if (path == null || !Files.isRegularFile(path) || found.size() >= MOST) {
            return;
        }
        try (InputStream in = Files.newInputStream(path)) {
            keep(name, in);
        } catch (IOException e) {
            found.put(name + ".not-readable", "It could not be read: " + e);
        }
    }

    private void jar(String element, Path path) {
        try (ZipFile jar = new ZipFile(path.toFile())) {
            for (String folderInJar : FOLDERS) {
                for (String name : NAMES) {
                    ZipEntry entry = jar.getEntry(folderInJar + name);
                    // Where several jars have one, all are kept: which comes first depends on the loader.
                    if (entry != null && found.size() < MOST) {
                        try (InputStream in = jar.getInputStream(entry)) {
                            keep(element + "!" + folderInJar + name, in);
                        }
                    }
                }
            }
        } catch (IOException | RuntimeException e) {
            found.put(element + ".not-readable", "It could not be read: " + e);
        }
    }

    private void keep(String name, InputStream in) throws IOException {
        String text = new String(in.readNBytes(LONGEST), StandardCharsets.UTF_8);
        found.put(name, Secrets.inConfiguration(text));
    }
}
