package dev.tailrace.junit;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What all JVMs of one build have in common, so that their figures become one report: those that Surefire, Failsafe or Gradle start have
 * the same ancestor, though Surefire starts each by a shell of its own; any other JVM is a run by itself.
 *
 * <p>The key is the number of that process and when it started, in milliseconds since 1970. Linux tells both in files. The JDK's
 * {@link ProcessHandle} does everywhere, and starts by making a pool of threads: that takes milliseconds of a JVM that tests for a second.
 */
final class BuildKey {
    private static final Path LINUX = Path.of("/proc");
    private static final String SELF = "self";
    /** Instead of a parent. */
    private static final String NONE = "0";

    private static final String BOOT = "\nbtime ";
    /** Of what the file of a process tells after its name. */
    private static final int PARENT = 1;

    private static final int START = 19;
    /** Whatever the kernel counts in, it tells hundredths of a second. */
    private static final long MILLIS_OF_TICK = 10;

    private static final long MILLIS_OF_SECOND = 1_000;
    private static final int MOST_ANCESTORS = 100;

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
        String found = fromFiles(LINUX, forked);
        return found != null ? found : fromHandles(forked);
    }

    /** From Linux's files; null where they don't tell. */
    static @Nullable String fromFiles(Path processes, boolean forked) {
        try {
            String stat = text(processes.resolve(forked ? buildTool(processes) : SELF));
            long start = Long.parseLong(fields(stat)[START]) * MILLIS_OF_TICK;
            return stat.substring(0, stat.indexOf(' ')) + "-" + (boot(processes) + start);
        } catch (IOException | RuntimeException otherSystem) {
            return null;
        }
    }

    /** The nearest ancestor that is a Java machine. */
    private static String buildTool(Path processes) throws IOException {
        String parent = fields(text(processes.resolve(SELF)))[PARENT];
        String nearest = parent;
        for (int i = 0; i < MOST_ANCESTORS && !nearest.equals(NONE); i++) {
            if (isJava(processes.resolve(nearest))) {
                return nearest;
            }
            nearest = fields(text(processes.resolve(nearest)))[PARENT];
        }
        return parent.equals(NONE) ? SELF : parent;
    }

    private static String text(Path process) throws IOException {
        return latin(process.resolve("stat"));
    }

    /** The name of a process is whatever bytes it has given itself. */
    private static String latin(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
    }

    private static String[] fields(String stat) {
        return stat.substring(stat.lastIndexOf(')') + 2).strip().split(" ", -1);
    }

    /** When the machine started. */
    private static long boot(Path processes) throws IOException {
        String all = latin(processes.resolve("stat"));
        int line = all.indexOf(BOOT);
        if (line < 0) {
            throw new IOException("it doesn't say when it started");
        }
        int start = line + BOOT.length();
        return Long.parseLong(all.substring(start, all.indexOf('\n', start))) * MILLIS_OF_SECOND;
    }

    private static boolean isJava(Path process) {
        try {
            return isExecutableOfJava(Files.readSymbolicLink(process.resolve("exe")));
        } catch (IOException othersProcess) {
            return false;
        }
    }

    /** The same from what every JDK tells. */
    static String fromHandles(boolean forked) {
        ProcessHandle self = ProcessHandle.current();
        return key(forked ? buildTool(self) : self);
    }

    private static ProcessHandle buildTool(ProcessHandle self) {
        Optional<ProcessHandle> parent = self.parent();
        for (Optional<ProcessHandle> each = parent; each.isPresent(); each = each.flatMap(ProcessHandle::parent)) {
            if (each.get()
                    .info()
                    .command()
                    .map(Path::of)
                    .filter(BuildKey::isExecutableOfJava)
                    .isPresent()) {
                return each.get();
            }
        }
        return parent.orElse(self);
    }

    private static boolean isExecutableOfJava(Path file) {
        String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
        // Linux says so of one that was replaced while it runs.
        return name.equals("java")
                || name.equals("java (deleted)")
                || name.equals("java.exe")
                || name.equals("javaw.exe");
    }

    private static String key(ProcessHandle process) {
        Instant start = process.info().startInstant().orElse(Instant.EPOCH);
        return process.pid() + "-" + start.toEpochMilli();
    }
}
