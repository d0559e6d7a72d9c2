package dev.tailrace.torture.child;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.engine.sink.lock.LockView;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class DirectoryReaderTest {
    private static final int WAYS = 7;

    @TempDir
    Path folder;

    private final DirectoryReader reader = new DirectoryReader();

    /** A way to read that left the locks alone would prove nothing. */
    @Test
    void pass_fileThatThisProcessLocked_dropsTheLockInEachWay() throws Exception {
        Path file = Files.writeString(folder.resolve("locked"), "text");
        for (int i = 0; i < WAYS; i++) {
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                assertThat(channel.tryLock(0, 1, false)).isNotNull();
                assertThat(LockView.holder(file))
                        .isEqualTo(ProcessHandle.current().pid());
                reader.pass(List.of(folder));

                assertThat(LockView.holder(file)).as("pass %d", i).isEqualTo(-1);
            }
        }
    }

    @Test
    void pass_manyTimes_changesNothing() throws Exception {
        Path below = Files.createDirectories(folder.resolve("below"));
        Files.writeString(folder.resolve("some"), "text");
        Files.writeString(below.resolve("empty"), "");
        Files.write(below.resolve("large"), new byte[1_000_000]);
        List<Path> before = all();
        for (int i = 0; i < 2 * WAYS; i++) {
            assertThat(reader.pass(List.of(folder))).isGreaterThanOrEqualTo(3);
        }

        assertThat(all()).isEqualTo(before);
        assertThat(folder.resolve("some")).hasContent("text");
        assertThat(below.resolve("large")).hasSize(1_000_000);
    }

    @Test
    @Timeout(60)
    void pass_fifoWithoutAWriter_comesBack() throws Exception {
        Path fifo = folder.resolve("fifo");
        assertThat(new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor())
                .isZero();
        for (int i = 0; i < WAYS; i++) {
            assertThat(reader.pass(List.of(folder))).isEqualTo(1);
        }
    }

    private List<Path> all() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.sorted().toList();
        }
    }
}
