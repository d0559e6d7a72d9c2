package dev.tailrace.junit;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/** What all JVMs of one build have in common, so that their figures become one report. */
final class BuildKey {
    static final String VALUE = find();

    private BuildKey() {}

    /** Finds it, which takes some milliseconds. */
    static void prepare() {
        // The class's initialization does.
    }

    /** The JVMs that Surefire, Failsafe or Gradle start have the same ancestor; any other JVM is a run by itself. */
    private static String find() {
        ProcessHandle self = ProcessHandle.current();
        boolean forked = System.getProperty("surefire.test.class.path") != null
                || System.getProperty("surefire.real.class.path") != null
                || System.getProperty("org.gradle.test.worker") != null;
        return key(forked ? buildTool(self) : self);
    }

    /** The nearest ancestor that is a Java machine: Surefire starts each of its JVMs by a shell of its own. */
    private static ProcessHandle buildTool(ProcessHandle self) {
        Optional<ProcessHandle> parent = self.parent();
        for (Optional<ProcessHandle> each = parent; each.isPresent(); each = each.flatMap(ProcessHandle::parent)) {
            if (each.get().info().command().filter(BuildKey::isJava).isPresent()) {
                return each.get();
            }
        }
        return parent.orElse(self);
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
