package dev.tailrace.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BuildKeyTest {
    @TempDir
    Path processes;

    /** As Linux tells of it; the name of a process may be anything. */
    private void process(String id, String name, String executable, String parent, String start) throws IOException {
        Path folder = Files.createDirectories(processes.resolve(id));
        Files.writeString(
                folder.resolve("stat"),
                id + " (" + name + ") S " + parent + " 1 1 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 1 0 " + start + " 99 1\n");
        if (!executable.isEmpty()) {
            Files.createSymbolicLink(folder.resolve("exe"), Path.of(executable));
        }
    }

    private String self(String parent) throws IOException {
        process("self", "java", "/jdk/bin/java", parent, "700");
        return String.valueOf(BuildKey.fromFiles(processes));
    }

    @Test
    void fromFiles_shellsBetween_nearestJavaAbove() throws IOException {
        process("30", "sh", "/bin/sh", "20", "600");
        process("20", "java", "/jdk/bin/java", "10", "500");
        process("10", "java", "/jdk/bin/java", "1", "400");
        assertThat(self("30")).isEqualTo("20-500");
    }

    @Test
    void fromFiles_namesThatLookLikeFields_areNoFields() throws IOException {
        process("30", "a) S 99 (b", "/bin/sh", "20", "600");
        process("20", "main) R 5", "/jdk/bin/java", "1", "500");
        assertThat(self("30")).isEqualTo("20-500");
    }

    @Test
    void fromFiles_noJavaAbove_isTheParent() throws IOException {
        process("30", "sh", "/bin/sh", "1", "600");
        process("1", "init", "", "0", "0"); // somebody else's: nobody may see what it runs
        assertThat(self("30")).isEqualTo("30-600");
    }

    @Test
    void fromFiles_noneOrOthers_isNull() throws IOException {
        assertThat(BuildKey.fromFiles(processes)).isNull();
        Files.writeString(Files.createDirectories(processes.resolve("self")).resolve("stat"), "not as Linux has it");
        assertThat(BuildKey.fromFiles(processes)).isNull();
        process("self", "java", "/jdk/bin/java", "30", "700"); // and the parent is gone
        assertThat(BuildKey.fromFiles(processes)).isNull();
    }

    @Test
    void fromFiles_here_namesTheProcessThatTheJdkNames() {
        assumeTrue(Files.exists(Path.of("/proc/self/stat")), "not run here: no /proc");
        String handles = BuildKey.fromHandles();
        assertThat(BuildKey.fromFiles(Path.of("/proc"))).startsWith(handles.substring(0, handles.indexOf('-') + 1));
    }

    @Test
    void value_isOfOneLineWithoutQuotes() {
        assertThat(BuildKey.VALUE).matches("\\d+-\\d+");
    }
}
