package dev.tailrace.runtime;

import dev.tailrace.bytes.Memory;
import dev.tailrace.engine.LogEngine;
import dev.tailrace.layout.PatternEncoder;
import java.io.IOException;
import java.net.JarURLConnection;
import java.net.URL;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/**
 * Loads the classes of the backend's jars ahead. Some deployments overwrite a jar while the process runs; from then on a class that is
 * first needed at a roll, at a takeover or at the end can't be loaded. Stateless.
 */
final class JarClasses {
    private static final String SUFFIX = ".class";
    private static final List<Class<?>> SAMPLES =
            List.of(JarClasses.class, LogEngine.class, Memory.class, PatternEncoder.class);

    private JarClasses() {}

    /** @param fronts classes of more jars */
    static void load(ClassLoader loader, List<Class<?>> fronts) {
        List<Class<?>> samples = new ArrayList<>(SAMPLES);
        samples.addAll(fronts);
        for (Class<?> sample : samples) {
            URL url = loader.getResource(sample.getName().replace('.', '/') + SUFFIX);
            if (url != null) {
                load(loader, url);
            }
        }
    }

    private static void load(ClassLoader loader, URL sample) {
        try {
            // Class folders are no jar; they are not deployed.
            if (sample.openConnection() instanceof JarURLConnection connection) {
                // A cached jar would be closed under code that shares it.
                connection.setUseCaches(false);
                try (JarFile jar = connection.getJarFile()) {
                    jar.stream()
                            .map(JarEntry::getName)
                            .filter(JarClasses::isWanted)
                            .forEach(name -> load(loader, name));
                }
            }
        } catch (IOException | RuntimeException e) {
            // Its classes are loaded when they are used.
            return;
        }
    }

    private static boolean isWanted(String name) {
        return name.startsWith("dev/tailrace/") && name.endsWith(SUFFIX) && !name.endsWith("-info" + SUFFIX);
    }

    private static void load(ClassLoader loader, String name) {
        try {
            Class.forName(name.substring(0, name.length() - SUFFIX.length()).replace('/', '.'), false, loader);
        } catch (ClassNotFoundException | LinkageError e) {
            // It needs a library that isn't there.
            return;
        }
    }
}
