package dev.tailrace.bytes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileRowTest {
    @TempDir
    Path folder;

    private List<String> names(FileRow row) throws IOException {
        return row.entries().stream()
                .map(entry -> String.valueOf(entry.path().getFileName()))
                .toList();
    }

    @Test
    void link_eachFileOnce_inTheOrderOfTheirNumbers() throws IOException {
        FileRow row = new FileRow(folder.resolve("row/lines"));
        Path log = Files.writeString(folder.resolve("app.log"), "0\n");
        for (int i = 1; i <= 12; i++) {
            row.link(log);
            row.link(log);
            Files.delete(log);
            Files.writeString(log, i + "\n");
        }
        List<String> texts = new ArrayList<>();
        for (FileRow.Entry entry : row.entries()) {
            texts.add(Files.readString(entry.path()).strip());
        }
        assertThat(texts).containsExactly("0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11");
    }

    @Test
    void names_withASuffix_areARowOfTheirOwn() throws IOException {
        FileRow row = new FileRow(folder.resolve("lines"));
        FileRow other = new FileRow(folder.resolve("lines.host-1"));
        row.link(Files.createFile(folder.resolve("app.log")));
        other.link(Files.createFile(folder.resolve("app.log.host-1")));
        for (String name :
                List.of("lines.x", "lines.", "lines", "lines.1.gz", "lines.1234567890123456789", "xlines.1")) {
            Files.createFile(folder.resolve(name));
        }
        Files.createDirectory(folder.resolve("lines.7"));

        assertThat(names(row)).containsExactly("lines.1");
        assertThat(names(other)).containsExactly("lines.1.host-1");
        assertThat(names(new FileRow(folder.resolve("missing/lines")))).isEmpty();
    }

    @Test
    void link_aSymbolicLink_linksTheFileBehindIt() throws IOException {
        Path file = Files.writeString(folder.resolve("real.log"), "x");
        Path log = Files.createSymbolicLink(folder.resolve("app.log"), file);
        FileRow row = new FileRow(folder.resolve("lines"));
        row.link(log);
        row.link(log);

        assertThat(names(row)).containsExactly("lines.1");
        assertThat(row.entries().get(0).key())
                .isEqualTo(Objects.requireNonNull(FileRow.entry(file, 0)).key());
        assertThatThrownBy(() -> row.link(folder.resolve("missing"))).isInstanceOf(IOException.class);
    }

    @Test
    void link_byManyThreads_isOne() throws Exception {
        Path log = Files.createFile(folder.resolve("app.log"));
        FileRow row = new FileRow(folder.resolve("lines"));
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Callable<Boolean>> tasks = new ArrayList<>();
            for (int i = 0; i < 64; i++) {
                tasks.add(() -> {
                    row.link(log);
                    return true;
                });
            }
            for (Future<Boolean> each : threads.invokeAll(tasks)) {
                each.get();
            }
        } finally {
            threads.shutdown();
        }
        assertThat(names(row)).containsExactly("lines.1");
    }
}
