package dev.tailrace.junit;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The key that all JVMs of one build share, so that their figures become one report. JVMs that Surefire, Failsafe or Gradle start have the
 * same ancestor, though Surefire starts each through a shell of its own. Any other JVM is a run by itself.
 *
 * <p>The key is the ancestor's process id and its start, in milliseconds since 1970.
 */
final class BuildKey {
    private BuildKey() {}

    static String find() {
        boolean forked = System.getProperty("surefire.test.class.path") != null
                || System.getProperty("surefire.real.class.path") != null
                || System.getProperty("org.gradle.test.worker") != null;
        ProcessHandle self = ProcessHandle.current();
        return key(forked ? buildTool(self) : self);
    }

    /** The nearest ancestor that is a JVM; without one, the parent. */
    static ProcessHandle buildTool(ProcessHandle self) {
        Optional<ProcessHandle> parent = self.parent();
        return Stream.iterate(parent, Optional::isPresent, each -> each.flatMap(ProcessHandle::parent))
                .flatMap(Optional::stream)
                .filter(each -> each.info().command().filter(BuildKey::isJava).isPresent())
                .findFirst()
                .or(() -> parent)
                .orElse(self);
    }

    private static boolean isJava(String command) {
        String name = String.valueOf(Path.of(command).getFileName()).toLowerCase(Locale.ROOT);
        // Linux adds this to the name of an executable that was replaced while it runs.
        return name.equals("java")
                || name.equals("java (deleted)")
                || name.equals("java.exe")
                || name.equals("javaw.exe");
    }

    static String key(ProcessHandle process) {
        Instant start = process.info().startInstant().orElse(Instant.EPOCH);
        return process.pid() + "-" + start.toEpochMilli();
    }
}
