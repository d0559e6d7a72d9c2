package dev.tailrace.guest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.bytes.PendingWord;
import dev.tailrace.engine.drain.PlainListener;
import dev.tailrace.engine.drain.shared.DrainHolder;
import dev.tailrace.engine.drain.shared.Seat;
import dev.tailrace.engine.journal.owner.DropCounters;
import dev.tailrace.engine.journal.owner.Owner;
import dev.tailrace.finding.Finding;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.testkit.Damage;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExternalDrainerTest {
    private final List<Finding> findings = new ArrayList<>();

    @TempDir
    Path temp;

    private LaneFolder folder;

    @BeforeEach
    void makeFolder() throws Exception {
        folder = new LaneFolder(temp);
    }

    @Test
    void step_linesOfDeadProcess_areBroughtInAndItsFilesRemoved() throws Exception {
        LaneFolder.Producer dead = folder.producer("dead");
        dead.log(100);
        folder.kill(dead);

        ExternalDrainer.Status status = folder.drain(findings::add);

        assertThat(status.state()).isEqualTo(ExternalDrainer.State.SETTLED);
        assertThat(folder.text()).isEqualTo(String.join("", dead.lines));
        assertThat(status.bytes()).isEqualTo(Files.size(folder.log));
        assertThat(folder.ring(dead)).doesNotExist();
        assertThat(folder.ownerFile(dead)).doesNotExist();
        assertThat(findings).isEmpty();
    }

    @Test
    void step_linesOfLiveProcess_areBroughtInAndItsFilesLeft() throws Exception {
        LaneFolder.Producer live = folder.producer("live");
        live.log(100);

        assertThat(folder.drain(findings::add).state()).isEqualTo(ExternalDrainer.State.SETTLED);

        assertThat(folder.text()).isEqualTo(String.join("", live.lines));
        live.log(50);
        assertThat(folder.drain(findings::add).state()).isEqualTo(ExternalDrainer.State.SETTLED);
        assertThat(folder.text()).isEqualTo(String.join("", live.lines));
        assertThat(folder.ring(live)).exists();
        live.owner.leave();
    }

    @Test
    void step_anotherProcessDrains_isElsewhere() throws Exception {
        LaneFolder.Producer live = folder.producer("live");
        live.log(10);
        try (ExternalDrainer other = ExternalDrainer.stepped(System::nanoTime, () -> 0, findings::add)) {
            other.add(folder.lockFile);
            other.step(true);
            live.log(10);

            assertThat(folder.drain(findings::add, 20).state()).isEqualTo(ExternalDrainer.State.ELSEWHERE);
        }
        assertThat(folder.drain(findings::add).state()).isEqualTo(ExternalDrainer.State.SETTLED);
        assertThat(folder.text()).isEqualTo(String.join("", live.lines));
        live.owner.leave();
    }

    @Test
    void step_dropsOfDeadProcess_areReportedInTheLog() throws Exception {
        LaneFolder.Producer dead = folder.producer("dead");
        dead.log(1);
        DropCounters.of(dead.owner).count(40, "com.example\u001b[2JEvil", 1_000_000_000L);
        folder.kill(dead);

        ExternalDrainer.Status status = folder.drain(findings::add);

        assertThat(status.dropped()).isEqualTo(1);
        assertThat(folder.text()).contains("TR4001: 1 events were dropped", "ERROR 1", "com.example?[2JEvil 1");
        assertThat(folder.ownerFile(dead)).doesNotExist();
    }

    @Test
    void step_laneDirectoryGoneAndNobodyLives_nothingIsThere() throws Exception {
        Files.delete(folder.lanes.resolve("drain.staging"));
        Files.delete(folder.lanes.resolve(DrainHolder.FILE));
        Files.delete(folder.lanes);

        ExternalDrainer.Status status = folder.drain(findings::add);

        assertThat(status.state()).isEqualTo(ExternalDrainer.State.NOTHING_THERE);
        assertThat(status.why()).contains("is gone");
        assertThat(folder.log).isEmptyFile();
    }

    @Test
    void step_otherDirectoryOfThatName_isRefused() throws Exception {
        Path staging = folder.lanes.resolve("drain.staging");
        try (FileChannel channel = FileChannel.open(staging, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(new byte[] {1, 2, 3}), 24);
        }

        ExternalDrainer.Status status = folder.drain(findings::add, 20);

        assertThat(status.state()).isEqualTo(ExternalDrainer.State.FAILING);
        assertThat(status.why()).contains("another directory of that name");
    }

    @Test
    void step_mappedRingIsCut_isPutAsideAndTheOthersGoOn() throws Exception {
        LaneFolder.Producer cut = folder.producer("cut");
        LaneFolder.Producer whole = folder.producer("whole");
        LaneFolder.Producer dead = folder.producer("dead");
        cut.log(10);
        whole.log(10);
        long[] nanos = {0};
        try (ExternalDrainer drain =
                ExternalDrainer.stepped(() -> nanos[0], () -> System.currentTimeMillis() * 1_000_000L, findings::add)) {
            drain.add(folder.lockFile);
            step(drain, nanos, 5);
            assertThat(folder.text()).contains(cut.lines).contains(whole.lines);

            dead.log(10);
            whole.log(10);
            cut.log(10);
            Path ring = folder.ring(cut);
            Damage.cut(ring, 0);
            folder.kill(dead);
            step(drain, nanos, 60);

            assertThat(drain.status().get(0).state()).isEqualTo(ExternalDrainer.State.SETTLED);
            assertThat(drain.status().get(0).damaged()).isPositive();
        }
        String text = folder.text();
        for (String line : whole.lines) {
            assertThat(text).containsOnlyOnce(line);
        }
        for (String line : dead.lines) {
            assertThat(text).containsOnlyOnce(line);
        }
        assertThat(findings.stream().map(Finding::code)).contains(FindingCode.LANE_FILE_UNREADABLE);
        assertThat(folder.ring(cut)).doesNotExist();
        whole.owner.leave();
        cut.owner.leave();
    }

    @Test
    void step_mappedRingIsCutInTheMiddle_whatIsLeftIsDrained() throws Exception {
        LaneFolder.Producer cut = folder.producer("cut");
        LaneFolder.Producer whole = folder.producer("whole");
        cut.log(500);
        whole.log(500);
        folder.kill(cut);
        // The first page of lines is left.
        Damage.cut(folder.ring(cut), 8192);

        assertThat(folder.drain(findings::add).state()).isEqualTo(ExternalDrainer.State.SETTLED);

        String text = folder.text();
        // Lines of one millisecond take turns.
        assertThat(only("whole", text)).isEqualTo(String.join("", whole.lines));
        // 48 or 56 bytes a line and its frame.
        List<String> left = cut.lines.subList(0, 4096 / 64);
        assertThat(only("cut", text)).startsWith(String.join("", left));
        assertThat(findings.stream().map(Finding::code)).contains(FindingCode.LANE_CUT);
        whole.owner.leave();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "no frame, 0x7777777777777777",
        "a frame that is too long, 0x0100000000002001",
        "a frame that ends in the middle of the next, 0x0100000000000050",
        "a frame in the making that is as long as many, 0x01000000ffffe008",
        "a frame in the making that is as long as some, 0x01000000fffffe00",
        "nothing, 0",
    })
    void step_oneWordOfADeadRingIsDamaged_costsNoMoreThanItsLine(String what, String word) throws Exception {
        LaneFolder.Producer dead = folder.producer("dead");
        LaneFolder.Producer whole = folder.producer("whole");
        dead.log(600);
        whole.log(10);
        folder.kill(dead);
        long at = 4096;
        for (String line : dead.lines.subList(0, 300)) {
            at += (line.length() + 16 + 7) & -8;
        }
        Damage.word(folder.ring(dead), at, Long.decode(word));

        ExternalDrainer.Status status = folder.drain(findings::add);

        assertThat(status.state()).isEqualTo(ExternalDrainer.State.SETTLED);
        String text = folder.text();
        for (String line : dead.lines) {
            if (!line.equals(dead.lines.get(300))) {
                assertThat(text).as(what).containsOnlyOnce(line);
            }
        }
        assertThat(only("whole", text)).isEqualTo(String.join("", whole.lines));
        if (!what.equals("nothing")) {
            // Nothing is what a frame begins with, when its process died in the middle of it.
            assertThat(findings.stream().map(Finding::code)).contains(FindingCode.LANE_SKIPPED);
        }
        whole.owner.leave();
    }

    /** A shorter one: what is left of the line must not be glued to the one behind it, which must be there. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7, 9, 11})
    void step_lengthOfADeadFrameIsTooShort_costsNoMoreThanItsLine(int less) throws Exception {
        LaneFolder.Producer dead = folder.producer("dead");
        dead.log(600);
        folder.kill(dead);
        long at = 4096;
        for (String line : dead.lines.subList(0, 300)) {
            at += (line.length() + 16 + 7) & -8;
        }
        int length = dead.lines.get(300).length() + 16;
        Damage.word(folder.ring(dead), at, 0x0100_0000_0000_0000L | (length - less));

        assertThat(folder.drain(findings::add).state()).isEqualTo(ExternalDrainer.State.SETTLED);

        String text = folder.text();
        assertThat(text)
                .contains(String.join("", dead.lines.subList(0, 300)))
                .contains(String.join("", dead.lines.subList(301, 600)))
                .doesNotContain(dead.lines.get(300));
        assertThat(findings.stream().map(Finding::code)).contains(FindingCode.LANE_SKIPPED);
    }

    /** A longer one, which ends where another frame does: those in between must be found. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7})
    void step_lengthOfADeadFrameReachesOverOthers_costsNoMoreThanItsLine(int others) throws Exception {
        LaneFolder.Producer dead = folder.producer("dead");
        dead.log(600);
        folder.kill(dead);
        Damage.word(
                folder.ring(dead),
                4096 + aligned(dead.lines.subList(0, 300)),
                0x0100_0000_0000_0000L | aligned(dead.lines.subList(300, 301 + others)));

        assertThat(folder.drain(findings::add).state()).isEqualTo(ExternalDrainer.State.SETTLED);

        assertThat(folder.text())
                .contains(String.join("", dead.lines.subList(0, 300)))
                .contains(String.join("", dead.lines.subList(301, 600)))
                .doesNotContain(dead.lines.get(300));
    }

    /** Bytes of the frames of these lines. */
    private static int aligned(List<String> lines) {
        return lines.stream().mapToInt(line -> (line.length() + 16 + 7) & -8).sum();
    }

    @Test
    void step_countsOfAnOwnerCanNotBe_reachNoLogAndAreToldOf() throws Exception {
        LaneFolder.Producer spoilt = folder.producer("spoilt");
        spoilt.log(5);
        DropCounters losses = DropCounters.of(spoilt.owner);
        long now = System.currentTimeMillis() * 1_000_000L;
        losses.count(20, "com.example.Orders", now);
        losses.count(30, "com.example.Orders", now);
        losses.count(30, "com.example.Orders", now);
        // INFO, the instants, and the count of the logger.
        Damage.word(folder.ownerFile(spoilt), 144, -35_184_372_088_832_000L);
        Damage.word(folder.ownerFile(spoilt), 168, 1);
        Damage.word(folder.ownerFile(spoilt), 176, Long.MAX_VALUE - 5);
        Damage.word(folder.ownerFile(spoilt), 1024, Long.MAX_VALUE);

        folder.drain(findings::add);

        String text = folder.text();
        assertThat(text)
                .contains(String.join("", spoilt.lines))
                .contains("2 events were dropped", "WARN 2")
                .doesNotContain("35184372088832", "1970", "2262", "9223372036854775807");
        assertThat(findings.stream().map(Finding::code)).contains(FindingCode.COUNTS_SPOILT);
        spoilt.owner.leave();
    }

    private static String only(String producer, String text) {
        return text.lines()
                .filter(line -> line.startsWith(producer + " "))
                .map(line -> line + "\n")
                .collect(Collectors.joining());
    }

    @Test
    void step_stagingIsCutWhileMapped_goesOnWithANewOne() throws Exception {
        LaneFolder.Producer live = folder.producer("live");
        long[] nanos = {0};
        try (ExternalDrainer drain =
                ExternalDrainer.stepped(() -> nanos[0], () -> System.currentTimeMillis() * 1_000_000L, findings::add)) {
            drain.add(folder.lockFile);
            live.log(10);
            step(drain, nanos, 5);
            Damage.cut(folder.lanes.resolve("drain.staging"), 100);
            live.log(10);
            step(drain, nanos, 60);
            live.log(10);
            step(drain, nanos, 60);
        }
        assertThat(folder.text()).isEqualTo(String.join("", live.lines));
        live.owner.leave();
    }

    @Test
    void step_lineFromTheFuture_doesNotEndThePeriods() throws Exception {
        // The fixture's log isn't rolled; what is to be seen is that a hostile time doesn't hold anything up.
        LaneFolder.Producer live = folder.producer("live");
        byte[] line = "future\n".getBytes(StandardCharsets.UTF_8);
        live.lane.append(line, line.length, Long.MAX_VALUE, 0, 0, new PendingWord(() -> {}));
        live.log(1);

        assertThat(folder.drain(findings::add).state()).isEqualTo(ExternalDrainer.State.SETTLED);

        assertThat(folder.text()).isEqualTo("future\n" + live.lines.get(0));
        live.owner.leave();
    }

    @Test
    void step_filesOfLiveProcessAreRemoved_itsRingIsReadOn() throws Exception {
        LaneFolder.Producer live = folder.producer("live");
        long[] nanos = {0};
        try (ExternalDrainer drain =
                ExternalDrainer.stepped(() -> nanos[0], () -> System.currentTimeMillis() * 1_000_000L, findings::add)) {
            drain.add(folder.lockFile);
            live.log(10);
            step(drain, nanos, 5);
            Files.delete(folder.ring(live));
            Files.delete(folder.ownerFile(live));
            step(drain, nanos, 30);
            live.log(10);
            step(drain, nanos, 30);

            assertThat(folder.text()).isEqualTo(String.join("", live.lines));
            assertThat(live.owner.restore()).isTrue();
            assertThat(folder.ownerFile(live)).exists();
            assertThat(live.owner.restore()).isFalse();
        }
        live.owner.leave();
    }

    @Test
    void step_laneDirectoryIsEmptied_linesThatOnlyTheDrainerHasMappedAreReadOn() throws Exception {
        LaneFolder.Producer live = folder.producer("live");
        long[] nanos = {0};
        try (ExternalDrainer drain =
                ExternalDrainer.stepped(() -> nanos[0], () -> System.currentTimeMillis() * 1_000_000L, findings::add)) {
            drain.add(folder.lockFile);
            live.log(10);
            step(drain, nanos, 5);
            try (Stream<Path> files = Files.list(folder.lanes)) {
                for (Path file : files.toList()) {
                    Files.delete(file);
                }
            }
            // Longer than it takes until the drainer looks after its files.
            nanos[0] += 2_000_000_000L;
            step(drain, nanos, 30);
            live.log(10);
            step(drain, nanos, 30);

            assertThat(folder.text()).isEqualTo(String.join("", live.lines));
        }
        live.owner.leave();
    }

    @Test
    void step_lanesAreDrainedByAnother_isElsewhereAlthoughItsLockIsGone() throws Exception {
        LaneFolder.Producer live = folder.producer("live");
        live.log(10);
        Owner other = Owner.enter(folder.lanes);
        Seat seat = Seat.of(other, new PlainListener(finding -> {}, () -> 0));
        assertThat(seat.take(0)).isTrue();

        assertThat(folder.drain(findings::add, 100).state()).isEqualTo(ExternalDrainer.State.ELSEWHERE);
        assertThat(folder.text()).isEmpty();

        seat.release();
        other.leave();
        assertThat(folder.drain(findings::add).state()).isEqualTo(ExternalDrainer.State.SETTLED);
        assertThat(folder.text()).isEqualTo(String.join("", live.lines));
        live.owner.leave();
    }

    @Test
    void step_linesThatWereMovedToDisk_areBroughtInAndTheirFileRemoved() throws Exception {
        LaneFolder.Producer dead = folder.producer("dead");
        dead.spill();
        folder.kill(dead);

        assertThat(folder.drain(findings::add).state()).isEqualTo(ExternalDrainer.State.SETTLED);

        assertThat(folder.text()).isEqualTo(String.join("", dead.lines));
        assertThat(temp.toFile().list()).noneMatch(name -> name.endsWith("tailrace-spill"));
    }

    private static void step(ExternalDrainer drain, long[] nanos, int steps) {
        for (int i = 0; i < steps; i++) {
            nanos[0] += 60_000_000L;
            drain.step(true);
        }
    }
}
