package dev.tailrace.cli.tail;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StandardOutputTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({
        "/dev/pts/3, true",
        "/dev/tty1, true",
        "/dev/console, true",
        "pipe:[4711], false",
        "socket:[4711], false",
        "/var/log/out.txt, false",
        "/dev/null, false"
    })
    void isTerminal_descriptor_isJudgedByItsTarget(String target, boolean terminal) throws IOException {
        Path descriptor = Files.createSymbolicLink(folder.resolve("1"), Path.of(target));

        assertThat(StandardOutput.isTerminal(descriptor)).isEqualTo(terminal);
    }

    @Test
    void isTerminal_noSuchDescriptor_isNone() {
        assertThat(StandardOutput.isTerminal(folder.resolve("1"))).isFalse();
    }
}
