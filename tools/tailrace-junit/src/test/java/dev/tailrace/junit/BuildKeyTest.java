package dev.tailrace.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class BuildKeyTest {
    private static final String JAVA = "/jdk/bin/java";

    @TempDir
    Path processes;

    /** As Linux tells of it. */
    private void process(String id, String name, String executable, String parent, int start) throws IOException {
        Path folder = Files.createDirectories(processes.resolve(id.equals("7") ? "self" : id));
        String stat = id + " (" + name + ") S " + parent + " 1 1 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 1 0 " + start;
        Files.writeString(folder.resolve("stat"), stat + " 99 1\n", StandardCharsets.ISO_8859_1);
        if (!executable.isEmpty()) {
            Files.createSymbolicLink(folder.resolve("exe"), Path.of(executable));
        }
        Files.writeString(processes.resolve("stat"), "cpu  1 2\nintr 5 0 0\nctxt 9\nbtime 1700000000\nprocesses 8\n");
    }

    private String forked() {
        return String.valueOf(BuildKey.fromFiles(processes, true));
    }

    @Test
    void fromFiles_shellsBetween_nearestJavaAboveAndItsStart() throws IOException {
        process("7", "java", JAVA, "30", 700);
        process("30", "sh", "/bin/sh", "20", 600);
        process("20", "java", JAVA, "10", 512);
        process("10", "java", JAVA, "1", 400);
        assertThat(forked()).isEqualTo("20-1700000005120");
        assertThat(BuildKey.fromFiles(processes, false)).isEqualTo("7-1700000007000");
    }

    @Test
    void fromFiles_namesOfAnything_areNoFields() throws IOException {
        process("7", "java", JAVA, "30", 700);
        process("30", "a) S 99 (b", "/bin/sh", "20", 600);
        process("20", "m\u00fc\u0080) R 5", JAVA + " (deleted)", "1", 500);
        assertThat(forked()).isEqualTo("20-1700000005000");
    }

    @Test
    void fromFiles_noJavaAbove_isTheParentIfThereIsOne() throws IOException {
        process("7", "java", JAVA, "30", 700);
        process("30", "sh", "/bin/sh", "1", 600);
        process("1", "init", "", "0", 0); // somebody else's: nobody may see what it runs
        assertThat(forked()).isEqualTo("30-1700000006000");
        process("7", "java", "", "0", 700);
        assertThat(forked()).isEqualTo("7-1700000007000");
    }

    @Test
    void fromFiles_ancestorsInACircle_ends() throws IOException {
        process("7", "java", JAVA, "30", 700);
        process("30", "sh", "/bin/sh", "31", 600);
        process("31", "sh", "/bin/sh", "30", 500);
        assertThat(forked()).isEqualTo("30-1700000006000");
    }

    @Test
    void fromFiles_notAsLinuxHasThem_isNull() throws IOException {
        assertThat(BuildKey.fromFiles(processes, true)).isNull();
        process("7", "java", JAVA, "30", 700); // and the parent is gone
        assertThat(BuildKey.fromFiles(processes, true)).isNull();
        assertThat(BuildKey.fromFiles(processes, false)).isNotNull();
        Files.writeString(processes.resolve("self/stat"), "other");
        assertThat(BuildKey.fromFiles(processes, false)).isNull();
        process("7", "java", "", "30", 700);
        Files.writeString(processes.resolve("stat"), "1 1 1 7\n");
        assertThat(BuildKey.fromFiles(processes, false)).isNull();
    }

    @Test
    void fromFiles_here_isWhatTheJdkTells() {
        Path linux = Path.of("/proc");
        assertThat(BuildKey.fromFiles(linux, true)).isEqualTo(BuildKey.fromHandles(true));
        assertThat(BuildKey.fromFiles(linux, false)).isEqualTo(BuildKey.fromHandles(false));
    }
}
