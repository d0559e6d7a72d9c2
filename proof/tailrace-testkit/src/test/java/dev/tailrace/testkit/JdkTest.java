package dev.tailrace.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JdkTest {
    @TempDir
    Path folder;

    private Path home(String version) throws Exception {
        Files.writeString(folder.resolve("release"), "IMPLEMENTOR=\"Test\"\nJAVA_VERSION=\"" + version + "\"\n");
        return folder;
    }

    @Test
    void is25_goesByTheReleaseFile_andWantsACommand() throws Exception {
        assertThat(Jdk.is25(home("25.0.1"))).isFalse();
        Path java =
                Files.createFile(Files.createDirectory(folder.resolve("bin")).resolve("java"));
        assertThat(java.toFile().setExecutable(true)).isTrue();

        assertThat(Jdk.is25(home("25.0.1"))).isTrue();
        assertThat(Jdk.is25(home("17.0.25"))).isFalse();
        assertThat(Jdk.is25(folder.resolve("nowhere"))).isFalse();
    }

    @Test
    void java_isTheRunningOne_andHome25IsOne() {
        assertThat(Jdk.java()).isExecutable();
        Jdk.home25().ifPresent(home -> assertThat(Jdk.is25(home)).isTrue());
    }
}
