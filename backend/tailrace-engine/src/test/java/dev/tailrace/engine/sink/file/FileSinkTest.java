package dev.tailrace.engine.sink.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tailrace.destination.DestinationConfig;
import dev.tailrace.destination.Rolling;
import dev.tailrace.destination.RollingOptions;
import dev.tailrace.engine.sink.Rig;
import dev.tailrace.engine.sink.Sink;
import dev.tailrace.finding.FindingCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileSinkTest {
    private Path folder;
    private Rig rig;

    @BeforeEach
    void makeRig(@TempDir Path folder) {
        this.folder = folder;
        rig = new Rig(folder);
    }

    @Test
    void plainFile_missingDirectories_areMade() {
        Sink sink = rig.open("a/b/app.log", null);
        rig.log(sink, "one");
        rig.close(sink);
        assertThat(rig.tree()).isEqualTo(Map.of("a/b/app.log", "one"));
    }

    @Test
    void plainFile_secondStart_appends() {
        writeAndClose(new DestinationConfig.File(rig.path("app.log"), true, null), "one");
        writeAndClose(new DestinationConfig.File(rig.path("app.log"), true, null), "two");
        assertThat(rig.tree()).isEqualTo(Map.of("app.log", "one two"));
    }

    @Test
    void plainFile_withoutAppend_isEmptiedAtTheFirstStart() {
        writeAndClose(new DestinationConfig.File(rig.path("app.log"), true, null), "of an earlier process");
        writeAndClose(new DestinationConfig.File(rig.path("app.log"), false, null), "one");
        assertThat(rig.tree()).isEqualTo(Map.of("app.log", "one"));
        writeAndClose(new DestinationConfig.File(rig.path("app.log"), false, null), "two");
        assertThat(rig.tree()).isEqualTo(Map.of("app.log", "one two"));
    }

    @Test
    void rolledFile_withoutAppend_appendsAllTheSame() {
        DestinationConfig.File target =
                new DestinationConfig.File(rig.path("app.log"), false, rig.window("app.%i.log", 3, 1000));
        writeAndClose(target, "one");
        writeAndClose(target, "two");
        assertThat(rig.tree()).isEqualTo(Map.of("app.log", "one two"));
    }

    @Test
    void unrolledFile_filesThatAnEarlierRollingLeft_keepTheirNamesAndAreCompressed() {
        Sink sink = rig.open("app 100%.log", rig.window("app.%i.log.gz", 3, 8));
        rig.log(sink, "first line");
        rig.log(sink, "second line");
        rig.log(sink, "third line");
        rig.close(sink); // before the archiver had its turn
        rig.at("2024-03-12T10:00:00");
        Sink unrolled = rig.open(new DestinationConfig.File(rig.path("app 100%.log"), false, null));
        rig.log(unrolled, "plain");
        assertThat(rig.archive().tree())
                .isEqualTo(Map.of(
                        "app 100%.log", "plain",
                        "app.2.log.gz", "first line",
                        "app.1.log.gz", "second line"));
        rig.close(unrolled);
    }

    @Test
    void window_deletesNoneOfTheFilesThatAnotherRollingLeft() {
        Sink sink = rig.open("app.log", rig.dated("app.%d.%i.log", 8));
        rig.log(sink, "first line");
        rig.log(sink, "second line");
        rig.log(sink, "third line");
        rig.close(sink);
        Sink window = rig.open("app.log", rig.window("app.%i.log", 1, 8));
        rig.log(window, "fourth line");
        rig.log(window, "fifth line");
        assertThat(rig.archive().tree())
                .isEqualTo(Map.of(
                        "app.log", "fifth line",
                        "app.1.log", "fourth line",
                        "app.2024-03-09.0.log", "first line",
                        "app.2024-03-09.1.log", "second line"));
        rig.close(window);
    }

    @Test
    void compression_thatAnotherRollingLeft_isDone_whereTheFileIs() {
        Sink sink = rig.open("app.log", rig.window("old/app.%i.log.gz", 3, 8));
        rig.log(sink, "first line");
        rig.log(sink, "second line");
        rig.log(sink, "third line");
        rig.close(sink); // before the archiver had its turn
        rig.forgetArchiver();
        Sink dated = rig.open("app.log", rig.dated("new/app.%d.%i.log.zip", 100));
        assertThat(rig.archive().tree())
                .isEqualTo(Map.of(
                        "app.log", "third line",
                        "old/app.1.log.gz", "second line",
                        "old/app.2.log.gz", "first line"));
        assertThat(rig.hidden()).isEmpty();
        rig.close(dated);
    }

    @Test
    void alienFilesUnderTheNamesOfRolledOnes_holdUpNothing() throws IOException {
        Files.createDirectory(folder.resolve(".app.log.1-0-00000000.rolled"));
        Files.createSymbolicLink(folder.resolve(".app.log.2-0-00000000.rolled"), folder.resolve("elsewhere"));
        Files.writeString(folder.resolve(".app.log.999999999999999999-0-00000000.rolled"), "from the future");
        Sink sink = rig.open("app.log", rig.dated("app.%d{yyyy-MM-dd}.%i.log.gz", 4));
        rig.log(sink, "first");
        rig.log(sink, "second");
        rig.close(sink); // before the archiver had its turn
        rig.forgetArchiver();
        sink = rig.open("app.log", rig.dated("app.%d{yyyy-MM-dd}.%i.log.gz", 4));
        rig.archive();
        rig.close(sink);
        assertThat(rig.tree().values()).containsExactlyInAnyOrder("first", "second");
        assertThat(rig.hidden())
                .containsExactlyInAnyOrder(
                        ".app.log.1-0-00000000.rolled",
                        ".app.log.2-0-00000000.rolled",
                        ".app.log.999999999999999999-0-00000000.rolled");
    }

    private void writeAndClose(DestinationConfig.File target, String line) {
        Sink sink = rig.open(target);
        rig.log(sink, line);
        rig.close(sink);
    }

    @Test
    void sizeReached_rollsBeforeTheNextLine() {
        Sink sink = rig.open("app.log", rig.window("app.%i.log", 3, 8));
        rig.log(sink, "one");
        rig.log(sink, "two");
        assertThat(rig.archive().tree()).isEqualTo(Map.of("app.log", "one two"));
        rig.log(sink, "three");
        assertThat(rig.archive().tree()).isEqualTo(Map.of("app.log", "three", "app.1.log", "one two"));
        rig.close(sink);
    }

    @Test
    void fit_countsWhatTheBatchHoldsAlready() {
        Sink sink = rig.open("app.log", rig.window("app.%i.log", 3, 8));
        assertThat(sink.fit(rig.nowNanos, 7)).isEqualTo(Sink.Fit.JOINS);
        assertThat(sink.fit(rig.nowNanos, 8)).isEqualTo(Sink.Fit.ROLLS_FIRST);
        rig.close(sink);
    }

    @Test
    void laterPeriod_rollsFirst_andTheNameSaysTheOldPeriod() {
        Sink sink = rig.open("app.log", rig.dated("old/app.%d.log", 0));
        rig.log(sink, "saturday");
        rig.at("2024-03-10T00:00:00");
        rig.log(sink, "sunday");
        assertThat(rig.archive().tree()).isEqualTo(Map.of("app.log", "sunday", "old/app.2024-03-09.log", "saturday"));
        rig.close(sink);
    }

    @Test
    void olderTimestamp_goesIntoTheCurrentFile() {
        Sink sink = rig.open("app.log", rig.dated("app.%d.log", 0));
        rig.log(sink, "a");
        rig.at("2024-03-08T10:00:00");
        rig.log(sink, "b");
        rig.at("2024-03-09T10:00:00");
        rig.log(sink, "c");
        assertThat(rig.archive().tree()).isEqualTo(Map.of("app.log", "a b c"));
        rig.close(sink);
    }

    @Test
    void tick_withoutEvents_rollsByTheClock() {
        Sink sink = rig.open("app.log", rig.dated("app.%d{yyyy-MM-dd_HH}.log", 0));
        rig.log(sink, "ten");
        rig.at("2024-03-09T11:00:00");
        rig.tick(sink);
        assertThat(rig.archive().tree()).isEqualTo(Map.of("app.log", "", "app.2024-03-09_10.log", "ten"));
        rig.close(sink);
    }

    @Test
    void tick_clockWasSetBack_beginsTheEarlierPeriod_andOverwritesNothing() {
        Sink sink = rig.open("app.log", rig.dated("app.%d{yyyy-MM-dd_HH}.log", 0));
        rig.log(sink, "ten");
        rig.at("2031-01-01T00:00:00");
        rig.log(sink, "never");
        rig.at("2024-03-09T10:30:00");
        rig.tick(sink);
        rig.tick(sink);
        rig.log(sink, "again");
        rig.at("2024-03-09T11:00:00");
        rig.tick(sink);
        assertThat(rig.archive().tree())
                .isEqualTo(Map.of(
                        "app.log", "",
                        "app.2024-03-09_10.log", "ten",
                        "app.2031-01-01_00.log", "never",
                        "app.2024-03-09_10.log.1", "again"));
        rig.close(sink);
    }

    @Test
    void tick_clockWasSetBackByLess_thanALineMayBeAhead_goesOnInTheFile() {
        Sink sink = rig.open("app.log", rig.dated("app.%d{yyyy-MM-dd_HH-mm}.log", 0));
        rig.log(sink, "one");
        rig.at("2024-03-09T09:59:01");
        rig.tick(sink);
        assertThat(rig.archive().tree()).isEqualTo(Map.of("app.log", "one"));
        rig.close(sink);
    }

    @Test
    void tick_inTheFirstOfTwoHoursOfOneName_goesOnInTheFile() {
        Sink sink = rig.open("app.log", rig.dated("app.%d{yyyy-MM-dd_HH,Europe/Berlin}.log", 0));
        rig.nowNanos = Instant.parse("2024-10-27T00:05:00Z").getEpochSecond() * 1_000_000_000L;
        rig.tick(sink);
        for (String minute : new String[] {"00:10", "00:50", "01:10", "01:50"}) {
            rig.nowNanos = Instant.parse("2024-10-27T" + minute + ":00Z").getEpochSecond() * 1_000_000_000L;
            rig.tick(sink);
            rig.log(sink, minute);
        }
        assertThat(rig.archive().tree()).isEqualTo(Map.of("app.log", "00:10 00:50 01:10 01:50"));
        rig.close(sink);
    }

    @Test
    void emptyFile_isNotRolled_butItsPeriodGoesOn() {
        Sink sink = rig.open("app.log", rig.dated("app.%d{HH}.%d{yyyy-MM-dd_HH}.log", 0));
        rig.at("2024-03-09T11:00:00");
        rig.tick(sink);
        rig.log(sink, "eleven");
        rig.at("2024-03-09T14:00:00");
        rig.tick(sink);
        assertThat(rig.archive().tree())
                .containsEntry("app.11.2024-03-09_11.log", "eleven")
                .hasSize(2);
        rig.close(sink);
    }

    @Test
    void restart_inThePeriod_goesOn() {
        DestinationConfig.File target =
                new DestinationConfig.File(rig.path("app.log"), true, rig.dated("app.%d.log", 0));
        writeAndClose(target, "morning");
        rig.at("2024-03-09T20:00:00");
        writeAndClose(target, "evening");
        assertThat(rig.archive().tree()).isEqualTo(Map.of("app.log", "morning evening"));
    }

    @Test
    void restart_inALaterPeriod_rollsAtOnce() throws IOException {
        DestinationConfig.File target =
                new DestinationConfig.File(rig.path("app.log"), true, rig.dated("app.%d.log", 0));
        writeAndClose(target, "saturday");
        Files.setLastModifiedTime(folder.resolve("app.log"), FileTime.fromMillis(Rig.millis("2024-03-09T22:00:00")));
        rig.at("2024-03-12T08:00:00");
        Sink sink = rig.open(target);
        assertThat(rig.archive().tree()).isEqualTo(Map.of("app.log", "", "app.2024-03-09.log", "saturday"));
        rig.close(sink);
    }

    @Test
    void sizeAndTime_indexCountsFromZeroInEachPeriod_andGoesOnAfterARestart() {
        DestinationConfig.File target =
                new DestinationConfig.File(rig.path("app.log"), true, rig.dated("app.%d.%i.log.gz", 3));
        writeAndClose(target, "a");
        writeAndClose(target, "b");
        writeAndClose(target, "c");
        rig.archive().forgetArchiver();
        Sink sink = rig.open(target);
        rig.log(sink, "d");
        rig.log(sink, "e");
        rig.log(sink, "f");
        rig.at("2024-03-10T01:00:00");
        rig.log(sink, "g");
        rig.log(sink, "h");
        rig.log(sink, "i");
        assertThat(rig.archive().tree())
                .isEqualTo(Map.of(
                        "app.2024-03-09.0.log.gz", "a b",
                        "app.2024-03-09.1.log.gz", "c d",
                        "app.2024-03-09.2.log.gz", "e f",
                        "app.2024-03-10.0.log.gz", "g h",
                        "app.log", "i"));
        rig.close(sink);
    }

    @Test
    void withoutFile_theActiveFileHasThePeriodsName() {
        Sink sink = rig.open(null, rig.dated("%d{yyyy/MM,aux}/app.%d.%i.log.gz", 3));
        rig.log(sink, "a");
        rig.log(sink, "b");
        assertThat(rig.tree()).isEqualTo(Map.of("2024/03/app.2024-03-09.0.log", "a b"));
        rig.log(sink, "c");
        rig.at("2024-04-01T00:00:00");
        rig.log(sink, "d");
        assertThat(rig.archive().tree())
                .isEqualTo(Map.of(
                        "2024/03/app.2024-03-09.0.log.gz", "a b",
                        "2024/03/app.2024-03-09.1.log.gz", "c",
                        "2024/04/app.2024-04-01.0.log", "d"));
        rig.close(sink);
    }

    @Test
    void withoutFile_restart_goesOnInTheNewest_andCompressesWhatWasLeft() {
        Sink sink = rig.open(null, rig.dated("app.%d.%i.log.gz", 3));
        rig.log(sink, "a");
        rig.log(sink, "b");
        rig.log(sink, "c");
        rig.close(sink);
        rig.forgetArchiver();
        Sink again = rig.open(null, rig.dated("app.%d.%i.log.gz", 3));
        rig.log(again, "d");
        assertThat(rig.archive().tree())
                .isEqualTo(Map.of("app.2024-03-09.0.log.gz", "a b", "app.2024-03-09.1.log", "c d"));
        rig.close(again);
    }

    @Test
    void withoutFile_emptyFile_makesWayForTheNextPeriod() {
        Sink sink = rig.open(null, rig.dated("app.%d.log", 0));
        rig.at("2024-03-10T01:00:00");
        rig.tick(sink);
        assertThat(rig.archive().tree()).isEqualTo(Map.of("app.2024-03-10.log", ""));
        rig.close(sink);
    }

    @Test
    void renamedOutside_isNoticedWithinASecond_andReopened() throws IOException {
        Sink sink = rig.open("app.log", null);
        rig.log(sink, "a");
        Files.move(folder.resolve("app.log"), folder.resolve("app.log.1"));
        rig.nowNanos += 1_000_000_000;
        rig.tick(sink);
        rig.log(sink, "b");
        assertThat(rig.tree()).isEqualTo(Map.of("app.log.1", "a", "app.log", "b"));
        assertThat(rig.codes()).containsExactly(FindingCode.FILE_CHANGED);
        rig.close(sink);
    }

    @Test
    void renamedOutside_whereADirectoryTakesItsPlace_goesOnThereAndSaysSo() throws IOException {
        Sink sink = rig.open("app.log", null);
        Path file = folder.resolve("app.log");
        Files.move(file, folder.resolve("app.log.1"));
        Files.createDirectory(file);
        rig.nowNanos += 1_000_000_000;
        assertThatThrownBy(() -> rig.tick(sink)).isInstanceOf(UncheckedIOException.class);
        rig.log(sink, "a");
        assertThat(Files.readString(folder.resolve("app.log.1"))).isEqualTo("a\n");
        assertThat(rig.findings.get(0).cause()).contains("goes on in the former file");
        assertThat(rig.findings.get(0).remedy()).startsWith("Remove " + file);

        Files.delete(file);
        rig.nowNanos += 1_000_000_000;
        rig.tick(sink);
        rig.log(sink, "b");
        assertThat(rig.tree()).isEqualTo(Map.of("app.log.1", "a", "app.log", "b"));
        rig.close(sink);
    }

    @Test
    void directoryRemovedOutside_isMadeAgain() throws IOException {
        Sink sink = rig.open("logs/app.log", null);
        Files.delete(folder.resolve("logs/app.log"));
        Files.delete(folder.resolve("logs/.app.log.tailrace-lock"));
        Files.delete(folder.resolve("logs"));
        rig.nowNanos += 1_000_000_000;
        rig.tick(sink);
        rig.log(sink, "b");
        assertThat(rig.tree()).isEqualTo(Map.of("logs/app.log", "b"));
        rig.close(sink);
    }

    @Test
    void truncatedOutside_theSizeCountsAnew() throws IOException {
        Sink sink = rig.open("app.log", rig.window("app.%i.log", 3, 8));
        rig.log(sink, "abcdef");
        Files.newByteChannel(folder.resolve("app.log"), StandardOpenOption.WRITE)
                .truncate(0)
                .close();
        rig.nowNanos += 1_000_000_000;
        rig.tick(sink);
        rig.log(sink, "a");
        rig.log(sink, "b");
        assertThat(rig.tree()).isEqualTo(Map.of("app.log", "a b"));
        assertThat(rig.codes()).containsExactly(FindingCode.FILE_CHANGED);
        rig.close(sink);
    }

    @Test
    void deletedOutside_beforeARoll_rollsNothing() throws IOException {
        Sink sink = rig.open("app.log", rig.window("app.%i.log", 3, 2));
        rig.log(sink, "a");
        Files.delete(folder.resolve("app.log"));
        rig.log(sink, "b");
        assertThat(rig.archive().tree()).isEqualTo(Map.of("app.log", "b"));
        rig.close(sink);
    }

    @Test
    void rollRefused_goesOnInTheSameFile_andTriesAgainASecondLater() throws IOException {
        Sink sink = rig.open(null, rig.dated("app.%d.%i.log", 2));
        rig.log(sink, "a");
        Path inTheWay = Files.createDirectory(folder.resolve("app.2024-03-09.1.log"));
        rig.log(sink, "b");
        rig.log(sink, "c");
        assertThat(rig.tree()).isEqualTo(Map.of("app.2024-03-09.0.log", "a b c"));
        assertThat(rig.codes()).containsExactly(FindingCode.ROLL_FAILED);
        Files.delete(inTheWay);
        rig.nowNanos += 1_000_000_000;
        rig.log(sink, "d");
        assertThat(rig.tree()).isEqualTo(Map.of("app.2024-03-09.0.log", "a b c", "app.2024-03-09.1.log", "d"));
        rig.close(sink);
    }

    @Test
    void interrupt_closesTheChannel_butNoByteIsLostOrDoubled() {
        Sink sink = rig.open("app.log", null);
        rig.log(sink, "a");
        Thread.currentThread().interrupt();
        rig.log(sink, "b");
        rig.log(sink, "c");
        assertThat(rig.tree()).isEqualTo(Map.of("app.log", "a b c"));
        rig.close(sink);
    }

    @Test
    void identity_isThatOfTheFileUnderThePath_afterARoll_andAfterALook() throws IOException {
        Sink sink = rig.open("app.log", rig.window("app.%i.log", 3, 2));
        Path path = folder.resolve("app.log");
        rig.log(sink, "a");
        long first = sink.fileIdentity();
        assertThat(first).isEqualTo(hashOfKey(path));
        assertThat(sink.length()).isEqualTo(2);
        rig.log(sink, "b");
        assertThat(sink.fileIdentity()).isNotEqualTo(first).isEqualTo(hashOfKey(path));
        assertThat(sink.path()).isEqualTo(path);
        Files.writeString(path, "from outside", StandardOpenOption.APPEND);
        sink.look();
        assertThat(sink.length()).isEqualTo(2 + "from outside".length());
        Files.move(path, folder.resolve("moved.log"));
        sink.look();
        assertThat(sink.fileIdentity()).isEqualTo(hashOfKey(path));
        assertThat(sink.length()).isZero();
        rig.close(sink);
    }

    /** FNV-1a with 64 bits, written another way. */
    private static long hashOfKey(Path file) throws IOException {
        String key = String.valueOf(
                Files.readAttributes(file, BasicFileAttributes.class).fileKey());
        BigInteger hash = new BigInteger("14695981039346656037");
        for (byte b : key.getBytes(StandardCharsets.UTF_8)) {
            hash = hash.xor(BigInteger.valueOf(b)).multiply(BigInteger.valueOf(1099511628211L));
        }
        return hash.longValue();
    }

    @Test
    void rollAtStart_endsTheFileOfAnEarlierRun_ifItIsLargeEnough() {
        for (int size : new int[] {0, 3, 5}) {
            DestinationConfig.File target = new DestinationConfig.File(
                    rig.path(size + ".log"),
                    true,
                    rig.window(size + ".%i.log", 3, 1000),
                    new RollingOptions(1, false, size, null, false, List.of()));
            writeAndClose(target, "one");
            Sink sink = rig.open(target);
            rig.log(sink, "two");
            rig.archive();
            rig.close(sink);
        }
        assertThat(rig.tree())
                .isEqualTo(
                        Map.of("0.log", "two", "0.1.log", "one", "3.log", "two", "3.1.log", "one", "5.log", "one two"));
    }

    @Test
    void roll_ofAFileThatIsDatedByIt_comesBySizeOnlyAndHasTheDateOfThatMoment() {
        RollingOptions datedByRoll = new RollingOptions(1, false, -1, null, true, List.of());
        for (String file : new String[] {"given.log", ""}) {
            rig.at("2024-03-11T10:00:00");
            String pattern = (file.isEmpty() ? "direct" : "given") + "-%d{yyyy-MM-dd}-%i.log";
            Sink sink = rig.open(new DestinationConfig.File(
                    file.isEmpty() ? null : rig.path(file),
                    true,
                    new Rolling.Numbered(rig.path(pattern), 1, 9, true, 8, 0, 0),
                    datedByRoll));
            rig.log(sink, "first");
            rig.at("2024-03-12T10:00:00");
            rig.log(sink, "b");
            rig.at("2024-03-13T10:00:00");
            rig.log(sink, "second");
            rig.archive();
            rig.close(sink);
        }
        assertThat(rig.tree())
                .isEqualTo(Map.of(
                        "given-2024-03-13-1.log", "first b",
                        "given.log", "second",
                        "direct-2024-03-11-1.log", "first b",
                        "direct-2024-03-13-1.log", "second"));
    }

    @Test
    void rollAtStart_ifOthersLogToTheFile_isLeftOut() {
        DestinationConfig.File target = new DestinationConfig.File(
                rig.path("app.log"),
                true,
                rig.window("app.%i.log", 3, 1000),
                new RollingOptions(1, false, 1, null, false, List.of()));
        writeAndClose(target, "one");
        Sink sink = rig.open(rig.log(target), false);
        rig.log(sink, "two");
        rig.close(sink);
        assertThat(rig.archive().tree()).isEqualTo(Map.of("app.log", "one two"));
    }

    @Test
    void rollAtStart_withoutAFileAndAnIndex_neverFinishesTheFileThatIsWritten() {
        DestinationConfig.File target = new DestinationConfig.File(
                null,
                true,
                rig.dated("app.%d{yyyy-MM-dd}.log.gz", 0),
                new RollingOptions(1, false, 1, null, false, List.of()));
        writeAndClose(target, "one");
        rig.forgetArchiver();
        Sink sink = rig.open(target);
        rig.archive();
        rig.log(sink, "two");
        rig.close(sink);
        assertThat(rig.tree()).isEqualTo(Map.of("app.2024-03-09.log", "two", "app.2024-03-09.log.gz", "one"));
    }
}
