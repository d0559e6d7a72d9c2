package dev.tailrace.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.probe.jvm.Proc;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpenFilesTest {
    @TempDir
    Path folder;

    @Test
    void of_ownProcess_hasTheRoomOfEachFileSystem() throws IOException {
        Path file = folder.toRealPath().resolve("app.log");
        try (OutputStream out = Files.newOutputStream(file)) {
            out.write(1);
            assertThat(OpenFiles.of(new Proc(ProcessHandle.current().pid())))
                    .filteredOn(each -> each.path().equals(file.toString()))
                    .singleElement()
                    .satisfies(each -> assertThat(each.free())
                            .isPositive()
                            .isLessThanOrEqualTo(file.toFile().getTotalSpace()));
        }
    }

    @Test
    void runQueue_looksNowAndThen() {
        RunQueue runQueue = new RunQueue();
        assertThat(runQueue.mean()).isEqualTo(-1);
        runQueue.look(0);
        runQueue.look(0.1);
        assertThat(runQueue.mean()).isNotNegative();
    }
}
