package dev.tailrace.engine.sink.keyed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tailrace.destination.DestinationConfig;
import dev.tailrace.destination.Rolling;
import dev.tailrace.engine.log.LogFile;
import dev.tailrace.engine.sink.Rig;
import dev.tailrace.engine.sink.RoutedSink;
import dev.tailrace.engine.sink.SinkUnavailableException;
import dev.tailrace.engine.sink.lock.DrainLock;
import dev.tailrace.finding.FindingCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
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

class KeyedSinkTest {
    private static final long IDLE_MILLIS = 60_000;

    private Path folder;
    private Rig rig;

    @BeforeEach
    void makeRig(@TempDir Path folder) {
        this.folder = folder;
        rig = new Rig(folder);
    }

    private LogFile log(String file, @Nullable Rolling rolling) {
        return log(file, rolling, IDLE_MILLIS);
    }

    private LogFile log(String file, @Nullable Rolling rolling, long idleMillis) {
        try {
            return LogFile.of(
                    new DestinationConfig.Keyed(
                            "user",
                            "nobody",
                            false,
                            new DestinationConfig.File(rig.path(file), true, rolling),
                            2,
                            idleMillis),
                    rig.findings::add);
        } catch (SinkUnavailableException e) {
            throw new AssertionError(e);
        }
    }

    private RoutedSink open() {
        return open(log("logs/@sift@.log", null), true);
    }

    private RoutedSink open(LogFile log, boolean fresh) {
        return (RoutedSink) rig.open(log, fresh);
    }

    private void log(RoutedSink sink, String key, String line) {
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

    private void later(RoutedSink sink, long millis) {
        rig.nowNanos += TimeUnit.MILLISECONDS.toNanos(millis);
        rig.tick(sink);
    }

    private static boolean isAt(RoutedSink sink, String key) {
        byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
        return sink.isAt(bytes, 0, bytes.length);
    }

    @Test
    void tick_fileThatWasIdle_isClosedAndOpenedAgain() {
        RoutedSink sink = open();
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
        RoutedSink sink = open();
        for (int i = 0; i < 5; i++) {
            log(sink, "ann", "line");
            later(sink, IDLE_MILLIS / 2);
        }
        assertThat(isAt(sink, "ann")).isTrue();
        rig.close(sink);
    }

    @Test
    void turnTo_moreThanMayBeOpen_closesWhatWasUsedFirst() {
        RoutedSink sink = open();
        for (String key : new String[] {"a", "b", "a", "c", "b", "a"}) {
            log(sink, key, key);
        }
        rig.close(sink);

        assertThat(rig.tree()).isEqualTo(Map.of("logs/a.log", "a a a", "logs/b.log", "b b", "logs/c.log", "c"));
    }

    /** Any program with the user's rights can write lanes: their content isn't trusted. */
    @ParameterizedTest
    @ValueSource(strings = {"", "../x", "a/b", ".x", "a%d", "a\nb", "C:"})
    void turnTo_keyThatCantBeAName_isTheFileOfTheOthers(String key) {
        RoutedSink sink = open();
        log(sink, key, "line");
        rig.close(sink);

        assertThat(rig.tree()).isEqualTo(Map.of("logs/nobody.log", "line"));
    }

    @Test
    void turnTo_fileThatCantBeOpened_isTriedAgainLater() throws IOException {
        Path inTheWay = Files.createDirectories(folder.resolve("logs/ann.log"));
        RoutedSink sink = open();
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
        RoutedSink sink = open();
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

    private static byte[] utf8(String key) {
        return key.getBytes(StandardCharsets.UTF_8);
    }

    /** What a recovery finds for a path belongs to the file's own rolling, not to a file of the same name without any. */
    @Test
    void turnTo_pathOfRolledFile_leavesWhatWasRolledToItsKey() throws IOException {
        LogFile log = log("logs/@sift@/app.log", rig.dated("logs/@sift@/old.%d{yyyy-MM-dd}.%i.gz", 5));
        RoutedSink before = open(log, true);
        log(before, "ann", "a line");
        log(before, "ann", "another");
        rig.close(before);
        assertThat(rig.hidden()).hasSize(1);

        RoutedSink sink = open(log, false);
        sink.turnTo(folder.resolve("logs/ann/app.log"));
        assertThat(sink.path()).isEqualTo(folder.resolve("logs/ann/app.log"));
        sink.write(ByteBuffer.wrap(utf8("rest\n")));
        rig.archive();
        log(sink, "ann", "third");
        rig.archive();
        rig.close(sink);

        assertThat(rig.tree())
                .isEqualTo(Map.of(
                        "logs/ann/old.2024-03-09.0.gz", "a line",
                        "logs/ann/old.2024-03-09.1.gz", "another rest",
                        "logs/ann/app.log", "third"));
    }

    @Test
    void turnTo_pathThatCantBeOpened_isTheFileOfTheOthers() throws IOException {
        Files.createDirectories(folder.resolve("logs/ann.log"));
        RoutedSink sink = open();
        sink.turnTo(folder.resolve("logs/ann.log"));
        sink.write(ByteBuffer.wrap(utf8("rest\n")));
        log(sink, "bob", "line");
        rig.close(sink);

        assertThat(rig.tree()).isEqualTo(Map.of("logs/nobody.log", "rest", "logs/bob.log", "line"));
        assertThat(rig.codes()).containsExactly(FindingCode.SIFTED_FILE_UNUSABLE);
    }

    /** For instance by letters whose case a file system ignores. */
    @Test
    void turnTo_twoKeysWithTheSameFile_areWrittenAndRolledAsOne() throws IOException {
        Files.createDirectories(folder.resolve("logs/ann"));
        Files.createSymbolicLink(folder.resolve("logs/Ann"), Path.of("ann"));
        LogFile log = log("logs/@sift@/app.log", rig.window("logs/@sift@/app.%i.log.gz", 9, 12));
        RoutedSink sink = open(log, true);
        for (int i = 0; i < 6; i++) {
            log(sink, i % 2 == 0 ? "ann" : "Ann", "number " + i);
            rig.archive();
        }
        later(sink, IDLE_MILLIS + 1);
        log(sink, "Ann", "later");
        log(sink, "ann", "again");
        rig.archive();
        rig.close(sink);

        Map<String, String> tree = rig.tree();
        StringBuilder lines = new StringBuilder();
        for (int i = 9; i > 0; i--) {
            lines.append(tree.getOrDefault("logs/ann/app." + i + ".log.gz", "")).append(' ');
        }
        lines.append(tree.get("logs/ann/app.log"));
        assertThat(lines.toString().trim().replaceAll(" +", " "))
                .isEqualTo("number 0 number 1 number 2 number 3 number 4 number 5 later again");
        assertThat(rig.findings).isEmpty();
    }

    /** A value may look like the end of a name that another value's file gets when it is rolled. */
    @Test
    void roll_fileOfAnotherKeyWithSuchAName_isNeitherMovedNorDeleted() {
        LogFile log = log("logs/@sift@.log", rig.window("logs/@sift@.%i.log", 2, 12));
        RoutedSink sink = open(log, true);
        log(sink, "ann.1", "not ann's");
        log(sink, "10.0.0.1", "an address");
        for (int i = 0; i < 6; i++) {
            log(sink, "ann", "number " + i);
            rig.archive();
        }
        log(sink, "ann.1", "not ann's either");
        rig.close(sink);

        assertThat(rig.tree())
                .containsEntry("logs/ann.1_.log", "not ann's not ann's either")
                .containsEntry("logs/10.0.0.1_.log", "an address")
                .containsEntry("logs/ann.1.log", "number 2 number 3")
                .containsEntry("logs/ann.2.log", "number 0 number 1")
                .containsEntry("logs/ann.log", "number 4 number 5");
        assertThat(rig.codes()).containsExactly(FindingCode.SIFTED_VALUE_CHANGED);
    }

    @Test
    void prune_fileOfAnotherKeyWithSuchAName_stays() {
        LogFile log = log("logs/@sift@.log", rig.dated("logs/@sift@.%d{yyyy-MM-dd}.log", 0, 1, 0), Long.MAX_VALUE);
        RoutedSink sink = open(log, true);
        log(sink, "ann.2020-01-01", "not ann's");
        for (int day = 9; day < 13; day++) {
            rig.at("2024-03-" + (day < 10 ? "0" : "") + day + "T10:00:00");
            rig.tick(sink);
            log(sink, "ann", "day " + day);
            rig.archive();
        }
        rig.close(sink);

        assertThat(rig.tree())
                .isEqualTo(Map.of(
                        "logs/ann.2020-01-01_.2024-03-09.log", "not ann's",
                        "logs/ann.2020-01-01_.log", "",
                        "logs/ann.2024-03-11.log", "day 11",
                        "logs/ann.log", "day 12"));
    }

    @Test
    void turnTo_keyOfAnotherLogsFile_isTheFileOfTheOthers() throws IOException {
        LogFile other = rig.log(new DestinationConfig.File(rig.path("logs/app.log"), true, null));
        try (DrainLock lock = DrainLock.on(other.lockFile())) {
            assertThat(lock.tryDrain()).isTrue();
            RoutedSink sink = open();
            log(sink, "app", "line");
            rig.close(sink);
        }
        assertThat(rig.tree()).isEqualTo(Map.of("logs/nobody.log", "line", "logs/app.log", ""));
        assertThat(rig.codes()).containsExactly(FindingCode.SIFTED_FILE_UNUSABLE);

        RoutedSink sink = open();
        log(sink, "app", "no one's");
        rig.close(sink);
        assertThat(rig.tree()).containsEntry("logs/app.log", "no one's");
    }

    @Test
    void turnTo_oldestHasFinishedFilesThatWait_anotherOneIsClosed() {
        LogFile log = log("logs/@sift@/app.log", rig.window("logs/@sift@/app.%i.log.gz", 3, 5));
        RoutedSink sink = open(log, true);
        log(sink, "ann", "a line");
        log(sink, "ann", "another");
        log(sink, "bob", "line");
        log(sink, "carl", "line");
        assertThat(rig.hidden()).hasSize(1);
        rig.archive();

        assertThat(rig.tree()).containsEntry("logs/ann/app.1.log.gz", "a line");
        rig.close(sink);
    }

    @Test
    void record_closedAfterAges_canBeRead() {
        LogFile log = log("logs/@sift@.log", null, TimeUnit.DAYS.toMillis(Integer.MAX_VALUE));

        assertThat(LogFile.ofRecord(log.lockFile(), log.rolling()).rolling()).isEqualTo(log.rolling());
    }

    @Test
    void summary_sifted_saysWhatDiffersBetweenProcesses() {
        assertThat(log("logs/@sift@.log", null).summary()).contains("\"nobody\"", "2 open", "60000 ms");
    }

    @Test
    void turnTo_rolledFilesThatWaitedWhenItWasClosed_arePutAway() {
        LogFile log = log("logs/@sift@.log", rig.window("logs/@sift@.%i.log.gz", 3, 5));
        RoutedSink before = open(log, true);
        log(before, "ann", "ann 1");
        log(before, "ann", "ann 2");
        rig.close(before);
        RoutedSink sink = open(log, false);
        for (String key : new String[] {"bob", "carl", "dora"}) {
            log(sink, key, key + " 1");
            log(sink, key, key + " 2");
        }
        log(sink, "ann", "ann 3");
        rig.archive();
        assertThat(rig.tree()).doesNotContainKey("logs/bob.1.log.gz").containsKey("logs/ann.1.log.gz");
        log(sink, "bob", "bob 3");
        log(sink, "carl", "carl 3");
        rig.archive();
        rig.close(sink);

        for (String key : new String[] {"ann", "bob", "carl"}) {
            assertThat(rig.tree())
                    .containsEntry("logs/" + key + ".2.log.gz", key + " 1")
                    .containsEntry("logs/" + key + ".1.log.gz", key + " 2")
                    .containsEntry("logs/" + key + ".log", key + " 3");
        }
    }
}
