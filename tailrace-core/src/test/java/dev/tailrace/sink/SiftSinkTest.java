package dev.tailrace.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tailrace.config.FindingCode;
import dev.tailrace.config.Rolling;
import dev.tailrace.config.Target;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SiftSinkTest {
    private static final long IDLE_MILLIS = 60_000;

    private Path folder;
    private Rig rig;

    @BeforeEach
    void makeRig(@TempDir Path folder) {
        this.folder = folder;
        rig = new Rig(folder);
    }

    private LogFile log(String file, @Nullable Rolling rolling) {
        try {
            return LogFile.of(
                    new Target.Sifted("user", "nobody", new Target.File(rig.path(file), true, rolling), 2, IDLE_MILLIS),
                    rig.findings::add);
        } catch (SinkUnavailableException e) {
            throw new AssertionError(e);
        }
    }

    private Sink open() {
        return rig.open(log("logs/@sift@.log", null), true);
    }

    private void log(Sink sink, String key, String line) {
        byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
        try {
            if (!sink.isAt(bytes, 0, bytes.length)) {
                sink.turnTo(bytes, 0, bytes.length);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        rig.log(sink, line);
    }

    private void later(Sink sink, long millis) {
        rig.nowNanos += TimeUnit.MILLISECONDS.toNanos(millis);
        rig.tick(sink);
    }

    private static boolean isAt(Sink sink, String key) {
        byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
        return sink.isAt(bytes, 0, bytes.length);
    }

    @Test
    void tick_fileThatWasIdle_isClosedAndOpenedAgain() {
        Sink sink = open();
        log(sink, "ann", "one");
        later(sink, IDLE_MILLIS);
        assertThat(isAt(sink, "ann")).isTrue();
        later(sink, 1);
        assertThat(isAt(sink, "ann")).isFalse();
        assertThat(sink.path()).isNull();
        log(sink, "ann", "two");
        rig.close(sink);

        assertThat(rig.tree()).isEqualTo(Map.of("logs/ann.log", "one two"));
        assertThat(rig.findings).isEmpty();
    }

    @Test
    void tick_fileThatIsUsed_staysOpen() {
        Sink sink = open();
        for (int i = 0; i < 5; i++) {
            log(sink, "ann", "line");
            later(sink, IDLE_MILLIS / 2);
        }
        assertThat(isAt(sink, "ann")).isTrue();
        rig.close(sink);
    }

    @Test
    void turnTo_moreThanMayBeOpen_closesWhatWasUsedFirst() {
        Sink sink = open();
        for (String key : new String[] {"a", "b", "a", "c", "b", "a"}) {
            log(sink, key, key);
        }
        rig.close(sink);

        assertThat(rig.tree()).isEqualTo(Map.of("logs/a.log", "a a a", "logs/b.log", "b b", "logs/c.log", "c"));
    }

    /** Lanes are written by whoever has the user's rights: what stands there is not believed. */
    @ParameterizedTest
    @ValueSource(strings = {"", "../x", "a/b", ".x", "a%d", "a\nb", "C:"})
    void turnTo_keyThatCantBeAName_isTheFileOfTheOthers(String key) {
        Sink sink = open();
        log(sink, key, "line");
        rig.close(sink);

        assertThat(rig.tree()).isEqualTo(Map.of("logs/nobody.log", "line"));
    }

    @Test
    void turnTo_fileThatCantBeOpened_isTriedAgainLater() throws IOException {
        Path inTheWay = Files.createDirectories(folder.resolve("logs/ann.log"));
        Sink sink = open();
        log(sink, "ann", "one");
        Files.delete(inTheWay);
        later(sink, 9_000);
        log(sink, "ann", "two");
        later(sink, 2_000);
        log(sink, "ann", "three");
        rig.close(sink);

        assertThat(rig.tree()).isEqualTo(Map.of("logs/nobody.log", "one two", "logs/ann.log", "three"));
        assertThat(rig.codes()).containsExactly(FindingCode.SIFTED_FILE_UNUSABLE);
    }

    @Test
    void turnTo_noFileAtAll_failsAndTriesAgain() throws IOException {
        Path one = Files.createDirectories(folder.resolve("logs/ann.log"));
        Files.createDirectories(folder.resolve("logs/nobody.log"));
        Sink sink = open();
        assertThatThrownBy(() -> log(sink, "ann", "one")).isInstanceOf(UncheckedIOException.class);
        assertThat(isAt(sink, "ann")).isFalse();
        Files.delete(one);
        later(sink, 11_000);
        log(sink, "ann", "one");
        rig.close(sink);

        assertThat(rig.tree()).isEqualTo(Map.of("logs/ann.log", "one"));
    }

    @Test
    void record_sifted_isReadAsItWasWritten() {
        Rolling rolling = new Rolling.TimeBased(rig.path("logs/@sift@/old.%d{yyyy-MM-dd}.%i.gz"), 500, 3, 0, false);
        LogFile log = log("logs/@sift@/app.log", rolling);
        LogFile read = LogFile.ofRecord(log.lockFile(), log.rolling());

        assertThat(read.rolling()).isEqualTo(log.rolling()).contains("sifted=nobody open=2 idle=60000");
        assertThat(log.lockFile()).isEqualTo(folder.resolve("logs/.@sift@+app.log.tailrace-lock"));
        assertThat(read.isNamed(folder.resolve("logs/ann/app.log"))).isTrue();
        assertThat(read.isNamed(folder.resolve("logs/ann/old.2024-03-09.1.gz"))).isTrue();
        assertThat(read.isNamed(folder.resolve("logs/ann/other.log"))).isFalse();
        assertThat(read.isNamed(folder.resolve("logs/a/b/app.log"))).isFalse();
    }
}
