package dev.tailrace.doctor.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ShortPathsTest {
    @Test
    void in_pathOfAFile_isItsName() {
        ShortPaths paths = ShortPaths.of(List.of("/var/log/shop/dumps.txt", "C:\\logs\\gc.log", "plain.txt"));

        assertThat(paths.in("see /var/log/shop/dumps.txt:33, C:\\logs\\gc.log:1 and plain.txt"))
                .isEqualTo("see dumps.txt:33, gc.log:1 and plain.txt");
    }

    @Test
    void in_twoFilesOfOneName_keepTheirPaths() {
        ShortPaths paths = ShortPaths.of(List.of("/a/dumps.txt", "/b/dumps.txt"));

        assertThat(paths.in("/a/dumps.txt:1 /b/dumps.txt:2")).isEqualTo("/a/dumps.txt:1 /b/dumps.txt:2");
    }

    @Test
    void tail_longPath_keepsThreeNames() {
        assertThat(ShortPaths.tail("/srv/apps/shop/logs/dumps.txt")).isEqualTo("…/shop/logs/dumps.txt");
        assertThat(ShortPaths.tail("logs/dumps.txt")).isEqualTo("logs/dumps.txt");
        assertThat(ShortPaths.tail("/dumps.txt")).isEqualTo("/dumps.txt");
    }
}
