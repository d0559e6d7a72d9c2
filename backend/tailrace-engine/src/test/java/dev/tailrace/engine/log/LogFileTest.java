package dev.tailrace.engine.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tailrace.destination.DestinationConfig;
import dev.tailrace.destination.Rolling;
import dev.tailrace.engine.journal.ring.SpillFiles;
import dev.tailrace.engine.sink.Rig;
import dev.tailrace.engine.sink.Sink;
import dev.tailrace.engine.sink.SinkUnavailableException;
import dev.tailrace.engine.sink.archive.RolledName;
import dev.tailrace.engine.sink.lock.HostName;
import dev.tailrace.engine.sink.rolling.RollingPolicyCodec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogFileTest {
    private static final String ZONE = ZoneId.systemDefault().normalized().getId();

    private Path folder;
    private Rig rig;

    @BeforeEach
    void makeRig(@TempDir Path temporary) throws IOException {
        folder = temporary.toRealPath();
        rig = new Rig(folder);
    }

    private LogFile log(@Nullable String file, @Nullable Rolling rolling) {
        return rig.log(new DestinationConfig.File(file == null ? null : rig.path(file), true, rolling));
    }

    private List<LogFile> all() {
        return List.of(
                log("app.log", null),
                log("app.log", rig.window("old/app.%03i.log.gz", 7, 1000)),
                log("app.log", rig.dated("%d{yyyy/MM, aux}/app.%d{yyyy-MM-dd, UTC}.%i.log.zip", 5, 30, 100)),
                log(null, rig.dated("logs/app.%d{HH'h'mm}.log", 0)),
                log("with space & 100%.log", rig.dated("ü €/a.%d.log", 0)));
    }

    @Test
    void rolling_isReadBackFromARecord() {
        for (LogFile log : all()) {
            LogFile again = LogFile.ofRecord(log.lockFile(), log.rolling());
            assertThat(again.rolling()).isEqualTo(log.rolling()).doesNotContain("\n");
            assertThat(again.description()).isEqualTo(log.description());
            assertThat(again.lockFile()).isEqualTo(log.lockFile());
            assertThat(again.summary()).isEqualTo(log.summary());
            LogFile neighbour = again.neighbour(2);
            assertThat(LogFile.ofRecord(neighbour.lockFile(), neighbour.rolling())
                            .rolling())
                    .isEqualTo(neighbour.rolling());
        }
        assertThat(rig.findings).isEmpty();
    }

    @Test
    void longNames_namesMadeOfThem_have255BytesAtMost() throws IOException {
        for (String letter : List.of("x", "ä", "€")) {
            for (int bytes = 180; bytes <= 255; bytes += letter.getBytes(StandardCharsets.UTF_8).length) {
                String name = letter.repeat((bytes - 4) / letter.getBytes(StandardCharsets.UTF_8).length) + ".log";
                for (String end : List.of(".%i", ".%d{yyyy-MM-dd}.%i.gz")) {
                    LogFile log =
                            log(name, end.contains("d") ? rig.dated(name + end, 9) : rig.window(name + end, 3, 9));
                    for (LogFile each : List.of(log, log.neighbour(100))) {
                        String lock = String.valueOf(each.lockFile().getFileName());
                        Path ring = Path.of("1234567-mhx3k2ab-12ab-15-123.ring");
                        Path spill = SpillFiles.of(each.lockFile(), ring).file(1_000_000);
                        Path note =
                                RolledName.of(Path.of(String.valueOf(each.active())), 1L << 44, 1L << 44, "01234567");
                        RollingPolicyCodec text = RollingPolicyCodec.parse(each.rolling());
                        Path rolled =
                                Path.of(Objects.requireNonNull(text.pattern()).plainName(0, 1_000_000) + ".gz");
                        Path hidden = rolled.resolveSibling("." + rolled.getFileName() + ".tailrace-note");
                        assertThat(lock).doesNotContain("\ufffd");
                        for (Path made : List.of(each.lockFile(), spill, note, hidden, Path.of("" + each.active()))) {
                            assertThat(String.valueOf(made.getFileName()).getBytes(StandardCharsets.UTF_8).length)
                                    .as("%s", made)
                                    .isLessThanOrEqualTo(255);
                        }
                        assertThat(LogFile.ofRecord(each.lockFile(), each.rolling())
                                        .rolling())
                                .isEqualTo(each.rolling());
                    }
                }
                Files.delete(folder.resolve(name));
            }
        }
        assertThat(rig.findings).isEmpty();
    }

    @Test
    void longNames_thatBeginAlike_haveLockFilesOfTheirOwn() {
        String begin = "x".repeat(240);
        assertThat(log(begin + ".a", null).lockFile())
                .isNotEqualTo(log(begin + ".b", null).lockFile());
        assertThat(LogFile.ofLock(log(begin + ".a", null).lockFile())).isNull();
        assertThat(Objects.requireNonNull(LogFile.ofLock(log("app.log", null).lockFile()))
                        .active())
                .isEqualTo(folder.resolve("app.log"));
    }

    @Test
    void rolling_isStable() {
        assertThat(log("app.log", null).rolling()).isEqualTo("kind=none file=" + folder + "/app.log");
        assertThat(log("app.log", rig.window("app.%i.log.gz", 3, 2)).rolling())
                .isEqualTo("kind=window file=" + folder + "/app.log root=" + folder
                        + "/ pattern=app.%i.log.gz size=2 min=1 max=3");
        assertThat(log(null, rig.dated("old/app.%d.%i.log", 9, 7, 8)).rolling())
                .isEqualTo("kind=time root=" + folder + "/old/ pattern=app.%d{yyyy-MM-dd," + ZONE
                        + "}.%i.log size=9 history=7 cap=8");
    }

    @Test
    void rolling_isTheSame_howeverItIsSaid() throws IOException {
        Path link = Files.createSymbolicLink(folder.resolve("link"), Files.createDirectory(folder.resolve("real")));
        String plain =
                log("real/app.log", rig.dated("real/old/app.%d.%i.log.gz", 9)).rolling();
        Path up = folder.resolve("real/../real");
        String other = rig.log(new DestinationConfig.File(
                        up + "/app.log",
                        false,
                        new Rolling.TimeBased(
                                link + "/old/app.%d{yyyy-MM-dd, " + ZoneId.systemDefault() + "}.%i.log.gz",
                                9,
                                0,
                                0,
                                true)))
                .rolling();
        assertThat(other).isEqualTo(plain);
        assertThat(log("link/app.log", null).lockFile())
                .isEqualTo(log("real/app.log", null).lockFile());
    }

    @Test
    void relativeNames_areThoseOfTheWorkingDirectory() throws SinkUnavailableException {
        LogFile log = LogFile.of(
                new DestinationConfig.File(null, true, new Rolling.TimeBased("target/app.%d.log", 0, 0, 0, false)),
                f -> {});
        assertThat(log.description()).startsWith(Path.of("target").toAbsolutePath() + "/app.%d{");
    }

    @Test
    void record_ofAnotherLog_isRefused() {
        LogFile log = log("app.log", null);
        LogFile other = log("other.log", null);
        assertThatThrownBy(() -> LogFile.ofRecord(log.lockFile(), other.rolling()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("other.log");
    }

    @Test
    void anyRecord_isReadOrRefused() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        List<LogFile> logs = all();
        int refused = 0;
        for (int i = 0; i < 30_000; i++) {
            LogFile log = logs.get(random.nextInt(logs.size()));
            StringBuilder text = new StringBuilder(log.rolling());
            for (int changes = random.nextInt(5); changes >= 0; changes--) {
                change(text, random);
            }
            try {
                LogFile read = LogFile.ofRecord(log.lockFile(), text.toString());
                assertThat(read.rolling()).as("seed %d", seed).isEqualTo(text.toString());
            } catch (IllegalArgumentException e) {
                refused++;
            }
        }
        assertThat(refused).as("seed %d", seed).isGreaterThan(1000);
    }

    private static void change(StringBuilder text, Random random) {
        String alphabet = "%d{yMHi}./\\ =0123456789-\0\n'[],üu";
        int at = random.nextInt(text.length());
        char c = alphabet.charAt(random.nextInt(alphabet.length()));
        switch (random.nextInt(4)) {
            case 0 -> text.setCharAt(at, c);
            case 1 -> text.insert(at, c);
            case 2 -> text.delete(at, Math.min(text.length() - 1, at + random.nextInt(8)));
            default -> text.insert(at, text.substring(at, Math.min(text.length(), at + random.nextInt(30))));
        }
        if (text.isEmpty()) {
            text.append('k');
        }
    }

    @Test
    void hugeRecords_areRefusedWithoutMuchWork() {
        Path lockFile = log("app.log", null).lockFile();
        String start = "kind=time file=" + folder + "/app.log root=" + folder + "/ pattern=";
        String end = " size=0 history=0 cap=0";
        for (String pattern : List.of(
                "%d{" + "[".repeat(5000) + "yyyy}",
                "%d{yyyy}" + "%999999999i",
                "%d{yyyy}".repeat(5000),
                "a".repeat(100_000))) {
            assertThatThrownBy(() -> LogFile.ofRecord(lockFile, start + pattern + end))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void neighbours_haveTheirOwnFilesAndArchives() {
        LogFile log = log("app.log", rig.window("app.%i.log.gz", 3, 2));
        LogFile beside = log.neighbour(1);
        String suffix = "." + HostName.get() + "-1";
        assertThat(beside.lockFile().getFileName()).hasToString(".app.log" + suffix + ".tailrace-lock");
        Sink first = rig.open(log, true);
        Sink second = rig.open(beside, true);
        rig.log(first, "a");
        rig.log(second, "b");
        rig.log(first, "c");
        rig.log(second, "d");
        assertThat(rig.archive().tree())
                .isEqualTo(Map.of(
                        "app.log",
                        "c",
                        "app.1.log.gz",
                        "a",
                        "app.log" + suffix,
                        "d",
                        "app.1.log" + suffix + ".gz",
                        "b"));
        rig.close(first);
        rig.close(second);
    }

    @Test
    void anotherProcessesLog_isRolledAsItsRecordSays() {
        LogFile own = log("app.log", rig.dated("old/app.%d{yyyy-MM-dd_HH}.%i.log.gz", 4));
        Sink first = rig.open(own, true);
        rig.log(first, "a");
        rig.close(first);
        Sink second = rig.open(LogFile.ofRecord(own.lockFile(), own.rolling()), false);
        rig.log(second, "b");
        rig.log(second, "c");
        rig.at("2024-03-09T11:00:00");
        rig.log(second, "d");
        assertThat(rig.archive().tree())
                .isEqualTo(Map.of(
                        "app.log", "d",
                        "old/app.2024-03-09_10.0.log.gz", "a b",
                        "old/app.2024-03-09_10.1.log.gz", "c"));
        rig.close(second);
    }

    @Test
    void withoutAppend_onlyTheFirstToLogEmptiesTheFile_once() throws IOException {
        Files.writeString(folder.resolve("app.log"), "of an earlier process");
        LogFile log = rig.log(new DestinationConfig.File(rig.path("app.log"), false, null));
        Sink first = rig.open(log, true);
        rig.log(first, "a");
        rig.close(first);
        Sink second = rig.open(log, false);
        rig.log(second, "b");
        rig.close(second);
        assertThat(rig.tree()).isEqualTo(Map.of("app.log", "a b"));
        rig.close(rig.open(log, true));
        assertThat(rig.tree()).isEqualTo(Map.of("app.log", "a b"));
    }

    @Test
    void directoriesWithPercentSigns_areNoPatterns() throws IOException {
        Path odd = Files.createDirectory(folder.resolve("100%d"));
        Path link = Files.createSymbolicLink(folder.resolve("plain"), odd);
        LogFile log = rig.log(new DestinationConfig.File(
                link + "/app.log", true, new Rolling.FixedWindow(link + "/app.%i.log", 1, 3, 2)));
        Sink sink = rig.open(LogFile.ofRecord(log.lockFile(), log.rolling()), true);
        rig.log(sink, "a");
        rig.log(sink, "b");
        rig.archive();
        assertThat(Rig.tree(odd)).isEqualTo(Map.of("app.log", "b", "app.1.log", "a"));
        rig.close(sink);
    }

    @Test
    void disagreement_namesTheProcessesAndWhatDiffers() {
        LogFile own = log("app.log", rig.dated("app.%d{yyyy-MM-dd, UTC}.%i.log", 1 << 20, 7, 0));
        LogFile recorded = log("app.log", rig.dated("app.%d{yyyy-MM-dd, UTC}.%i.log", 500 << 20, 7, 0));
        assertThat(own.disagreement(recorded, List.of(4711L)).cause())
                .isEqualTo("The rolling in use is that of process 4711, which was there first: at 500 MB or by the day"
                        + " (days of UTC); keeps 7 days; no cap on the total size; files app.%d{yyyy-MM-dd}.%i.log. This"
                        + " process (" + ProcessHandle.current().pid() + ") wants: at 1 MB or by the day (days of UTC);"
                        + " that is used as soon as process 4711 has ended.");
        assertThat(own.disagreement(recorded, List.of(1L, 2L, 3L)).format())
                .contains("processes 1, 2 and 3")
                .doesNotContain("kind=");
        assertThat(own.disagreement(recorded, List.of()).cause()).contains("another process", "the other has ended");
    }
}
