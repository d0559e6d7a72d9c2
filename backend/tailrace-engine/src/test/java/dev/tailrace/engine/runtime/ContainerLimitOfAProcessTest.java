package dev.tailrace.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.testkit.JvmLauncher;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** The limit of a real control group, as a process in it sees it. */
class ContainerLimitOfAProcessTest {
    private static final long LIMIT = 96L << 20;
    private static final Path FIRST_VERSION = Path.of("/sys/fs/cgroup/memory");
    private static final Path SECOND_VERSION = Path.of("/sys/fs/cgroup");

    /** A group with this limit and one without inside of it, which is returned; null where none can be made. */
    private static @Nullable Path group() {
        boolean first = Files.exists(FIRST_VERSION);
        Path limited = (first ? FIRST_VERSION : SECOND_VERSION)
                .resolve("tailrace-test-" + ProcessHandle.current().pid());
        try {
            Files.createDirectory(limited);
            try {
                Files.writeString(
                        limited.resolve(first ? "memory.limit_in_bytes" : "memory.max"), String.valueOf(LIMIT));
                return Files.createDirectory(limited.resolve("inner"));
            } catch (IOException e) {
                Files.delete(limited);
                return null;
            }
        } catch (IOException e) {
            return null;
        }
    }

    @Test
    void memoryDefault_ofAProcessInALimitedGroup_isAnEighthOfItsLimit() throws Exception {
        Path group = group();
        if (group == null) {
            System.out.println("NOT RUN: needs root (no control group can be made)");
            Assumptions.abort("needs root");
            return;
        }
        try {
            String enter = "echo $$ > '" + group.resolve("cgroup.procs") + "' && exec \"$@\"";
            String output = JvmLauncher.of(Printed.class)
                    .behind(List.of("sh", "-c", enter, "sh"))
                    .options("-Xmx16m")
                    .classPath(ContainerLimit.class, Printed.class)
                    .merged()
                    .run()
                    .out();
            assertThat(output.lines().toList()).isEqualTo(List.of(String.valueOf(LIMIT), String.valueOf(LIMIT / 8)));
        } finally {
            Files.delete(group);
            Files.delete(java.util.Objects.requireNonNull(group.getParent()));
        }
    }

    /** Prints the limit, and what lanes would get on a machine with enough shared memory. */
    static final class Printed {
        private Printed() {}

        public static void main(String[] arguments) {
            long limit = new ContainerLimit(Path.of("/")).bytes();
            System.out.println(limit);
            System.out.println(MemoryDefault.bytes(Long.MAX_VALUE, limit));
        }
    }
}
