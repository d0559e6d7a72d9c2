package dev.tailrace.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.probe.archive.StandardStream;
import dev.tailrace.probe.jvm.Proc;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where a child process's standard streams go, as Linux tells it. */
class StandardStreamsTest {
    @TempDir
    Path folder;

    @Test
    void of_pipeAndFile_namesReaderAndFile() throws Exception {
        Path file = folder.resolve("errors.txt");
        Process child =
                new ProcessBuilder("sleep", "60").redirectError(file.toFile()).start();
        try {
            List<StandardStream> streams = StandardStreams.of(new Proc(child.pid()));

            assertThat(streams).extracting(StandardStream::descriptor).containsExactly(1, 2);
            StandardStream output = streams.get(0);
            assertThat(output.isPipe()).isTrue();
            assertThat(output.readers())
                    .extracting(each -> each.pid())
                    .contains(ProcessHandle.current().pid());
            assertThat(output.text())
                    .contains(
                            "Standard output is a pipe",
                            "process " + ProcessHandle.current().pid());
            assertThat(streams.get(1).isFile()).isTrue();
            assertThat(streams.get(1).text()).isEqualTo("Standard error is the file " + file.toRealPath() + ".");
        } finally {
            child.destroyForcibly().waitFor();
        }
    }

    /** A pipe with a name blocks its writers as any other does, and no disk is to blame. */
    @Test
    void of_namedPipe_isAPipe() throws Exception {
        Path fifo = folder.resolve("log.fifo");
        new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor();
        // Open for reading, too, so that to open it waits for no other process.
        Process child = new ProcessBuilder("sh", "-c", "exec sleep 60 1<>" + fifo).start();
        try {
            while (!new Proc(child.pid()).name().contains("sleep")) {
                Thread.onSpinWait();
            }
            StandardStream output = StandardStreams.of(new Proc(child.pid())).get(0);

            assertThat(output.isPipe()).isTrue();
            assertThat(output.isFile()).isFalse();
            assertThat(output.text()).startsWith("Standard output is the named pipe " + fifo.toRealPath() + "; ");
        } finally {
            child.destroyForcibly().waitFor();
        }
    }

    @Test
    void cpuSeconds_ofThisProcess_growWithWork() {
        double before = OwnProcess.cpuSeconds();
        long until = System.nanoTime() + 200_000_000L;
        long spins = 0;
        while (System.nanoTime() < until || OwnProcess.cpuSeconds() <= before) {
            spins++;
        }

        assertThat(OwnProcess.cpuSeconds()).isGreaterThan(before);
        assertThat(spins).isPositive();
    }
}
