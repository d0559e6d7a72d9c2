package dev.tailrace.guest.view;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogSearchTest {
    private static final String PROPERTY = "tailrace.dir";

    @TempDir
    Path folder;

    @AfterEach
    void clear() {
        System.clearProperty(PROPERTY);
    }

    /** Any user can make a file whose name is that of a place for lanes in shared memory. */
    @Test
    void orphaned_aPlaceThatIsNoDirectory_isSkipped() throws Exception {
        System.setProperty(PROPERTY, Files.createFile(folder.resolve("planted")).toString());

        assertThat(LogSearch.orphaned(folder.resolve("app.log"))).isEmpty();
    }
}
