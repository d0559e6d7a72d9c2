package dev.tailrace.probe.agent;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.instrument.Instrumentation;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds the logging libraries of this JVM in all class loaders, and writes how each is configured just now. Stateless. */
public final class LiveLogging {
    /** What is written, in the folder that is the agent's argument; under this name only when it is whole. */
    static final String FILE = "logging.txt";

    private static final String TITLE = "tailrace-doctor logging 1";
    private static final long LONGEST_NANOS = 3_000_000_000L;
    private static final int MOST_CONTEXTS = 50;

    private LiveLogging() {}

    /**
     * Writes the file.
     *
     * @throws IOException when it can't be written
     */
    public static void write(Instrumentation instrumentation, String folder) throws IOException {
        SnapshotWriter snapshotWriter = new SnapshotWriter(TITLE, LONGEST_NANOS);
        try {
            look(
                    instrumentation.getAllLoadedClasses(),
                    new FieldReader(new ModuleOpener(instrumentation)),
                    snapshotWriter);
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            snapshotWriter.put("failed", e.toString());
        }
        File unfinished = new File(folder, FILE + ".part");
        try (OutputStream out = new FileOutputStream(unfinished)) {
            out.write(snapshotWriter.text().getBytes(StandardCharsets.UTF_8));
        }
        if (!unfinished.renameTo(new File(folder, FILE))) {
            throw new IOException("not renamed: " + unfinished);
        }
    }

    private static void look(Class<?>[] classes, FieldReader fieldReader, SnapshotWriter snapshotWriter) {
        Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<Object, Boolean>());
        for (Class<?> type : classes) {
            for (Object context : contexts(type, fieldReader)) {
                if (seen.size() < MOST_CONTEXTS && seen.add(context)) {
                    describe(context, type, fieldReader, snapshotWriter);
                }
            }
        }
    }

    /** The contexts in a class's own fields; a class that is not initialised has none yet. */
    private static List<Object> contexts(Class<?> type, FieldReader fieldReader) {
        String name = type.getName();
        List<Object> found = new ArrayList<Object>();
        boolean slf4j1 = name.equals("org.slf4j.impl.StaticLoggerBinder");
        if (slf4j1 || name.equals("org.slf4j.LoggerFactory")) {
            Object bound = fieldReader.ofClass(type, slf4j1 ? "SINGLETON" : "PROVIDER");
            ofKind("ch.qos.logback.classic.LoggerContext", bound, fieldReader, 2, found);
        } else if (name.equals("org.apache.logging.log4j.LogManager")) {
            Object selector = fieldReader.get(fieldReader.ofClass(type, "factory"), "selector");
            ofKind("org.apache.logging.log4j.core.LoggerContext", selector, fieldReader, 2, found);
        } else if (name.equals("org.jboss.logmanager.LogContext")) {
            ofKind(name, fieldReader.ofClass(type, "SYSTEM_CONTEXT"), fieldReader, 1, found);
            ofKind(name, fieldReader.ofClass(type, "logContextSelector"), fieldReader, 2, found);
        } else if (name.equals("java.util.logging.LogManager")) {
            Object manager = fieldReader.ofClass(type, "manager");
            // JBoss's has nothing in the fields of this class: its loggers are in contexts of its own.
            if (manager != null && !manager.getClass().getName().startsWith("org.jboss.logmanager.")) {
                found.add(manager);
            }
        } else if (name.equals("dev.tailrace.Logger")) {
            FieldReader.add(fieldReader.get(fieldReader.ofClass(type, "LIFECYCLE"), "engine"), found);
        }
        return found;
    }

    /** The object itself, or those in its fields and in what these hold, if it is of the class. */
    private static void ofKind(
            String className, @Nullable Object at, FieldReader fieldReader, int depth, List<Object> found) {
        if (at == null || found.size() >= MOST_CONTEXTS) {
            return;
        }
        if (FieldReader.is(at, className)) {
            found.add(at);
            return;
        }
        List<Object> inside = fieldReader.inside(at);
        for (Object each : inside) {
            ofKind(className, each, fieldReader, depth, found);
        }
        // Log4j's: a value that is made when it is first asked for.
        Object value = at.getClass().getName().contains("Lazy") ? fieldReader.get(at, "value") : null;
        ofKind(className, value, fieldReader, 0, found);
        if (inside.isEmpty() && depth > 0 && !at.getClass().getName().startsWith("java.")) {
            for (Object each : fieldReader.all(at)) {
                ofKind(className, each, fieldReader, depth - 1, found);
            }
        }
    }

    private static void describe(
            Object context, Class<?> root, FieldReader fieldReader, SnapshotWriter snapshotWriter) {
        ClassLoader loader = root.getClassLoader();
        String in = loader == null ? "the boot loader" : loader.getClass().getName();
        if (FieldReader.is(context, "ch.qos.logback.classic.LoggerContext")) {
            Logback.describe(context, in, fieldReader, snapshotWriter);
        } else if (FieldReader.is(context, "org.apache.logging.log4j.core.LoggerContext")) {
            Log4j.describe(context, in, fieldReader, snapshotWriter);
        } else if (FieldReader.is(context, "org.jboss.logmanager.LogContext")) {
            Jul.describe(context, false, in, fieldReader, snapshotWriter);
        } else if (FieldReader.is(context, "java.util.logging.LogManager")) {
            Jul.describe(context, true, in, fieldReader, snapshotWriter);
        } else {
            TailraceSnapshot.describe(context, in, fieldReader, snapshotWriter);
        }
    }
}
