package dev.tailrace.junit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What all JVMs of one build have in common, so that their figures become one report: those that Surefire, Failsafe or Gradle start have the
 * same ancestor, though Surefire starts each by a shell of its own; any other JVM is a run by itself.
 *
 * <p>Linux tells of its processes in files. The JDK's {@link ProcessHandle} does everywhere, and starts by making a pool of threads: that
 * takes milliseconds of a JVM that tests for a second.
 */
final class BuildKey {
    private static final Path LINUX = Path.of("/proc");
    /** Instead of a parent. */
    private static final String NONE = "0";

    /** Of what the file of a process tells after its name, which may contain anything. */
    private static final int PARENT = 1;

    private static final int START = 19;

    static final String VALUE = find();

    private BuildKey() {}

    /** Finds it. */
    static void prepare() {
        // The class's initialization does.
    }

    private static String find() {
        boolean forked = System.getProperty("surefire.test.class.path") != null
                || System.getProperty("surefire.real.class.path") != null
                || System.getProperty("org.gradle.test.worker") != null;
        if (!forked) {
            return System.currentTimeMillis() + "-" + System.nanoTime();
        }
        String found = fromFiles(LINUX);
        return found != null ? found : fromHandles();
    }

    /** The nearest ancestor that is a Java machine, from Linux's files; null where they don't tell. */
    static @Nullable String fromFiles(Path processes) {
        try {
            String parent = fields(processes.resolve("self"))[PARENT];
            String nearest = parent;
            while (!nearest.equals(NONE) && !isJava(processes.resolve(nearest))) {
                nearest = fields(processes.resolve(nearest))[PARENT];
            }
            String found = nearest.equals(NONE) ? parent : nearest;
            return found + "-" + fields(processes.resolve(found))[START];
        } catch (IOException | RuntimeException otherSystem) {
            return null;
        }
    }

    private static String[] fields(Path process) throws IOException {
        String line = Files.readString(process.resolve("stat"));
        return line.substring(line.lastIndexOf(')') + 2).split(" ", -1);
    }

    private static boolean isJava(Path process) {
        try {
            return isJava(Files.readSymbolicLink(process.resolve("exe")).toString());
        } catch (IOException othersProcess) {
            return false;
        }
    }

    /** The same from what every JDK tells. */
    static String fromHandles() {
        ProcessHandle self = ProcessHandle.current();
        Optional<ProcessHandle> parent = self.parent();
        for (Optional<ProcessHandle> each = parent; each.isPresent(); each = each.flatMap(ProcessHandle::parent)) {
            if (each.get().info().command().filter(BuildKey::isJava).isPresent()) {
                return key(each.get());
            }
        }
        return key(parent.orElse(self));
    }

    private static boolean isJava(String command) {
        String name = Path.of(command).getFileName().toString().toLowerCase(Locale.ROOT);
        return name.equals("java") || name.equals("java.exe") || name.equals("javaw.exe");
    }

    private static String key(ProcessHandle process) {
        Instant start = process.info().startInstant().orElse(Instant.EPOCH);
        return process.pid() + "-" + start.toEpochMilli();
    }
}
