package dev.tailrace.runtime;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLConnection;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Loads all classes that can be needed from now on, beginning with some roots. A closed class loader loads no more classes, and some refuse
 * even the JDK's. So each class file is searched for class names, and each name is requested once: the JVM notes which classes a loader was
 * asked for, and doesn't ask it again.
 */
final class ClassClosure {
    /** The prefixes of the class files that are searched. An application may call their code even when its loader is closed. */
    private static final List<String> SEARCHED = List.of("dev/tailrace/", "org/slf4j/");
    /** Not needed to end an engine: reading a configuration, and classes that no line has used yet. */
    private static final List<String> LEFT_OUT =
            List.of("dev/tailrace/config/", "dev/tailrace/layout/", "dev/tailrace/destination/");

    private final ClassLoader loader;
    private final Set<String> known = new HashSet<>();
    private final Deque<String> waiting = new ArrayDeque<>();

    ClassClosure(ClassLoader loader) {
        this.loader = loader;
    }

    /** Loads the roots, the first by its name in files, and all classes reachable from them. A class that can't be loaded fails later, where it is used. */
    void load(String first, List<Class<?>> others) {
        add(first);
        others.forEach(root -> add(root.getName().replace('.', '/')));
        while (!waiting.isEmpty()) {
            search(waiting.remove());
        }
    }

    private void add(String name) {
        if (!known.add(name)) {
            return;
        }
        Class<?> loaded;
        try {
            loaded = Class.forName(name.replace('/', '.'), false, loader);
        } catch (ClassNotFoundException | LinkageError | RuntimeException e) {
            // The class is optional, for instance an annotation.
            return;
        }
        if (loader.equals(loaded.getClassLoader()) && isSearched(name)) {
            waiting.add(name);
        }
    }

    private static boolean isSearched(String name) {
        return beginsWith(name, SEARCHED) && !beginsWith(name, LEFT_OUT);
    }

    private static boolean beginsWith(String name, List<String> beginnings) {
        return beginnings.stream().anyMatch(name::startsWith);
    }

    private void search(String name) {
        URL url = loader.getResource(name + ".class");
        if (url == null) {
            return;
        }
        try {
            URLConnection connection = url.openConnection();
            // A cached jar would stay open.
            connection.setUseCaches(false);
            try (InputStream in = connection.getInputStream()) {
                ClassReferences.in(in, this::add);
            }
        } catch (IOException e) {
            // Its classes are loaded when they are used, as all classes would be without this search.
            return;
        }
    }
}
