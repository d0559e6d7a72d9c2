package dev.tailrace.ship;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tailrace.bytes.FileRow;
import dev.tailrace.bytes.TextBuffer;
import dev.tailrace.config.model.TargetConfig;
import dev.tailrace.destination.TargetFigures;
import dev.tailrace.finding.Finding;
import dev.tailrace.finding.FindingCode;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("anyjdk")
class ShipmentTest {
    private static final long SECOND = 1_000_000_000L;

    @TempDir
    Path folder;

    private final List<String> taken = Collections.synchronizedList(new ArrayList<>());
    /** The place that the target remembers; null: it remembers none. */
    private volatile @Nullable String remembered;

    private final List<Long> numbers = new CopyOnWriteArrayList<>();
    private final List<Finding> findings = new CopyOnWriteArrayList<>();
    private final List<Shipment> started = new ArrayList<>();
    private volatile Function<List<String>, Outcome> answer = records -> Outcome.ACCEPTED;
    private volatile long settlingNanos;
    private int written;

    @AfterEach
    void end() {
        started.forEach(shipment -> shipment.end(System.nanoTime()));
    }

    /** Takes what {@link #answer} accepts. */
    private final class Taker implements Target {
        @Override
        public String address() {
            return "test";
        }

        @Override
        public int mostRecords() {
            return 10;
        }

        @Override
        public long settlingNanos() {
            return settlingNanos;
        }

        @Override
        public Outcome send(Batch batch, long deadline) {
            List<String> records = IntStream.range(0, batch.count())
                    .mapToObj(i -> new String(
                            batch.bytes(), batch.from(i), batch.to(i) - batch.from(i), StandardCharsets.UTF_8))
                    .toList();
            Outcome outcome = answer.apply(records);
            if (outcome.kind() == Outcome.Kind.ACCEPTED) {
                taken.addAll(records);
                if (remembered != null) {
                    remembered = batch.after();
                    IntStream.range(0, batch.count()).mapToObj(batch::number).forEach(numbers::add);
                }
            }
            return outcome;
        }

        @Override
        public Resumed resume(long deadline) {
            return remembered == null ? Resumed.NOWHERE : new Resumed(Outcome.ACCEPTED, remembered);
        }

        @Override
        public void close() {}
    }

    private Shipment shipment(long cap) {
        return shipment("records", cap);
    }

    private Shipment shipment(String file, long cap) {
        Shipment made = new Shipment(
                new TargetConfig("test", null, Map.of(), cap),
                "SHIP",
                folder.resolve(file),
                (event, message, arguments, line) -> {},
                new Taker(),
                findings::add);
        started.add(made);
        made.start();
        return made;
    }

    private Shipment shipment() {
        return shipment(TargetConfig.CAP);
    }

    private static byte[] line(String record) {
        TextBuffer line = new TextBuffer(64, 1 << 20);
        line.append(record.getBytes(StandardCharsets.UTF_8), 0, record.length());
        RecordCodec.encode(line, 0);
        return Arrays.copyOf(line.array(), line.length());
    }

    /** Appends records with numbers as a drainer does. */
    private void write(int count) throws IOException {
        for (int i = 0; i < count; i++) {
            append(line("record " + written++));
        }
    }

    private void append(byte[] bytes) throws IOException {
        Files.write(folder.resolve("records"), bytes, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private void roll(int number) throws IOException {
        Files.move(folder.resolve("records"), folder.resolve("records." + number));
    }

    private List<String> all() {
        return IntStream.range(0, written).mapToObj(i -> "record " + i).toList();
    }

    private void awaitTaken() {
        await().untilAsserted(() -> assertThat(taken).isEqualTo(all()));
    }

    private List<FindingCode> codes() {
        return findings.stream().map(Finding::code).toList();
    }

    @Test
    void records_areSentOnceInOrder_overRollsAndRestarts_andTheirFilesDeleted() throws Exception {
        write(25);
        roll(1);
        write(30);
        roll(2);
        write(3);
        Shipment first = shipment();
        awaitTaken();
        write(40);
        roll(3);
        write(5);
        awaitTaken();
        assertThat(first.end(System.nanoTime() + 5 * SECOND)).isZero();
        write(7);

        Shipment second = shipment();
        awaitTaken();

        assertThat(second.end(System.nanoTime() + 5 * SECOND)).isZero();
        assertThat(second.figures().acknowledged()).isEqualTo(written);
        assertThat(second.figures().waitingBytes()).isZero();
        try (var files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("records", ".records.position", ".records.target", ".records.lock");
        }
        assertThat(findings).isEmpty();
    }

    @Test
    void aLineWithoutItsEnd_waitsForIt() throws Exception {
        write(1);
        byte[] next = line("record " + written++);
        append(Arrays.copyOf(next, 5));
        shipment();
        await().until(() -> taken.size() == 1);
        append(Arrays.copyOfRange(next, 5, next.length));

        awaitTaken();
    }

    @Test
    void aTargetThatIsAway_getsTheRecordsLater_inOrder() throws Exception {
        int[] calls = new int[1];
        answer = records -> calls[0]++ < 3 ? Outcome.retry(0, "HTTP 503") : Outcome.ACCEPTED;
        write(35);
        Shipment shipment = shipment();

        awaitTaken();
        assertThat(shipment.end(System.nanoTime() + SECOND)).isZero();
        assertThat(shipment.figures().retried()).isEqualTo(30);
        assertThat(shipment.figures().acknowledged()).isEqualTo(35);
    }

    @Test
    void retried_countsWhatIsSentAgain_notTheWholeBatch() throws Exception {
        int[] failures = new int[1];
        answer = records -> records.size() > 5
                ? Outcome.split("HTTP 413")
                : records.contains("record 7") && failures[0]++ < 2 ? Outcome.retry(0, "HTTP 503") : Outcome.ACCEPTED;
        write(10);
        Shipment shipment = shipment();
        await().until(() -> taken.contains("record 9") && shipment.figures().acknowledged() == 10);

        assertThat(shipment.figures().retried()).isEqualTo(10);
    }

    @Test
    void figures_showTheProblem_andHowLongRecordsWait_alsoToOthersAndAfterARestart() throws Exception {
        answer = records -> Outcome.retry(0, "HTTP 503");
        write(20);
        Shipment first = shipment();
        await().until(() -> first.figures().lagMillis() >= 300);
        TargetFigures away = first.figures();
        assertThat(away.name()).isEqualTo("SHIP");
        assertThat(away.kind()).isEqualTo("test");
        assertThat(away.address()).isEqualTo("test");
        assertThat(away.problem()).isEqualTo("HTTP 503");
        assertThat(away.waitingBytes()).isPositive();
        long since = TargetState.read(folder.resolve(".records.target")).since();
        first.end(System.nanoTime());
        RowView left = Objects.requireNonNull(RowView.of(folder.resolve("records")));
        assertThat(left.records()).isEqualTo(20);
        assertThat(left.problem()).isEmpty();
        assertThat(left.figures().problem()).isEqualTo("no process sends them");
        assertThat(left.figures().retried()).isEqualTo(away.retried()).isPositive();

        Shipment second = shipment();
        await().until(() -> second.figures().problem().equals("HTTP 503"));
        assertThat(TargetState.read(folder.resolve(".records.target")).since()).isEqualTo(since);
        answer = records -> Outcome.ACCEPTED;
        awaitTaken();
        await().until(() -> second.figures().problem().isEmpty());
        assertThat(second.figures().lagMillis()).isZero();
        assertThat(TargetState.read(folder.resolve(".records.target")).since()).isZero();
    }

    @Test
    void aRowThatIsDamaged_isSeen() throws Exception {
        Path active = folder.resolve("records");
        assertThat(RowView.of(active)).isNull();
        write(5);
        Shipment shipment = shipment();
        awaitTaken();
        shipment.end(System.nanoTime() + SECOND);
        assertThat(RowView.of(active))
                .extracting(RowView::records, RowView::problem)
                .containsExactly(0L, "");

        write(2);
        append(new byte[] {7, 99, 'x', '\n'});
        assertThat(RowView.of(active))
                .extracting(RowView::records, RowView::problem)
                .containsExactly(2L, "1 lines are no records, and are dropped");

        Files.delete(active);
        write(3);
        Files.move(active, folder.resolve("other"));
        write(1);
        assertThat(RowView.of(active)).extracting(RowView::problem).asString().contains("a file that is gone");
        Files.write(folder.resolve(".records.position"), new byte[128]);
        assertThat(RowView.of(active)).extracting(RowView::problem).asString().contains("position is damaged");
    }

    @Test
    void theStateOfATarget_isReadAsItWasWritten_andNothingElseIs() throws Exception {
        Path file = folder.resolve(".records.target");
        assertThat(TargetState.read(file)).isEqualTo(TargetState.NONE);
        TargetState state = new TargetState("otlp", "http://a:4318/v1/logs", 1_764_265_123_456L, "HTTP 503");
        state.write(file);
        assertThat(TargetState.read(file)).isEqualTo(state);
        new TargetState("otlp", "a", 1, "two\nlines" + "x".repeat(100_000)).write(file);
        assertThat(TargetState.read(file).problem()).startsWith("two linesx").hasSizeLessThan(2_000);

        for (String hostile :
                List.of("", "\n\n\n\n\n", "tailrace-target-1\na\nb\nx\nc\n", "tailrace-target-2\na\nb\n1\nc\n")) {
            Files.writeString(file, hostile);
            assertThat(TargetState.read(file)).isEqualTo(TargetState.NONE);
        }
        Files.write(file, new byte[1 << 20]);
        assertThat(TargetState.read(file)).isEqualTo(TargetState.NONE);
        Files.delete(file);
        Files.createSymbolicLink(file, folder.resolve("elsewhere"));
        state.write(folder.resolve("elsewhere"));
        assertThat(TargetState.read(file)).isEqualTo(TargetState.NONE);
    }

    @Test
    void aTargetThatRefuses_isReportedOnce_andTheRecordsStay() throws Exception {
        answer = records -> Outcome.hold("HTTP 401");
        write(12);
        Shipment shipment = shipment();
        await().until(() -> codes().contains(FindingCode.TARGET_REFUSES));

        assertThat(shipment.end(System.nanoTime() + SECOND)).isEqualTo(12);
        assertThat(codes()).containsExactly(FindingCode.TARGET_REFUSES, FindingCode.TARGET_LEFT_OVER);
        answer = records -> Outcome.ACCEPTED;
        shipment();
        awaitTaken();
    }

    @Test
    void aBadRecord_isFoundDroppedAndCounted_theOthersAreTaken() throws Exception {
        answer = records -> records.contains("record 13") ? Outcome.split("HTTP 400") : Outcome.ACCEPTED;
        write(30);
        Shipment shipment = shipment();
        await().until(() -> taken.contains("record 29"));

        List<String> expected = new ArrayList<>(all());
        expected.remove("record 13");
        assertThat(taken).isEqualTo(expected);
        assertThat(shipment.end(System.nanoTime() + SECOND)).isZero();
        assertThat(shipment.figures().dropped()).isEqualTo(1);
        assertThat(shipment.figures().acknowledged()).isEqualTo(29);
        assertThat(codes()).containsExactly(FindingCode.TARGET_RECORDS_DROPPED);
        assertThat(findings.get(0).remedy()).contains("the target's own log");
    }

    @Test
    void aTargetThatRemembersThePlace_getsNothingTwice() throws Exception {
        remembered = "";
        write(10);
        Shipment killed = shipment();
        awaitTaken();
        killed.end(System.nanoTime() + SECOND);
        // As if the process had been killed before its own note.
        Files.delete(folder.resolve(".records.position"));
        write(5);
        Shipment next = shipment();

        awaitTaken();
        assertThat(next.end(System.nanoTime() + SECOND)).isZero();
        assertThat(next.figures().acknowledged()).isEqualTo(15);
        assertThat(numbers).isEqualTo(LongStream.range(0, 15).boxed().toList());
    }

    @Test
    void aTargetThatFindsEachRecordBad_getsThemLater_noneIsDropped() throws Exception {
        answer = records -> Outcome.split("HTTP 400");
        write(30);
        Shipment shipment = shipment();
        await().until(() -> codes().contains(FindingCode.TARGET_REFUSES));
        assertThat(shipment.end(System.nanoTime() + SECOND)).isEqualTo(30);
        assertThat(shipment.figures().dropped()).isZero();
        answer = records -> Outcome.ACCEPTED;

        shipment();
        awaitTaken();
    }

    /** A proxy that answers 400 to everything, for some hours, must not cost the records of these hours. */
    @Test
    void aTargetThatTurnsToRefuseEach_costsFewRecords() throws Exception {
        write(10);
        Shipment shipment = shipment();
        awaitTaken();
        answer = records -> Outcome.split("HTTP 400");
        write(60);
        await().until(() -> codes().contains(FindingCode.TARGET_REFUSES));

        assertThat(shipment.figures().dropped()).isEqualTo(16);
        answer = records -> Outcome.ACCEPTED;
        assertThat(shipment.end(System.nanoTime() + SECOND)).isZero();
        assertThat(taken).hasSize(54).endsWith("record 69");
    }

    @Test
    void aFirstBatchThatIsSplit_arrivesInItsOrder() throws Exception {
        answer = records -> records.size() > 4 ? Outcome.split("HTTP 413") : Outcome.ACCEPTED;
        write(10);
        shipment();
        await().untilAsserted(() ->
                assertThat(List.copyOf(taken).stream().distinct().toList()).isEqualTo(all()));
    }

    @Test
    void aTargetThatIsBusyAfterASplit_isTriedSoon() throws Exception {
        AtomicInteger requests = new AtomicInteger();
        answer = records -> switch (requests.incrementAndGet()) {
            case 1 -> Outcome.split("HTTP 413");
            case 2, 3 -> Outcome.retry(0, "HTTP 503");
            default -> Outcome.ACCEPTED;
        };
        write(10);
        shipment();
        awaitTaken();
        assertThat(codes()).isEmpty();
    }

    @Test
    void aFileWithTheIdentityOfAnother_isReadFromItsBeginning() throws Exception {
        write(3);
        try (Position.Store store = new Position.Store(folder.resolve(".records.position"))) {
            long key = (Long) Files.getAttribute(folder.resolve("records"), "unix:ino");
            store.write(new Position(key, 1_000_000, 7, 0, 0));
        }
        shipment();

        awaitTaken();
    }

    @Test
    void aRowOfANeighbour_isSentBesideTheOther() throws Exception {
        write(2);
        roll(1);
        write(1);
        Files.move(folder.resolve("records.1"), folder.resolve("records.1.host-1"));
        Files.move(folder.resolve("records"), folder.resolve("records.host-1"));
        write(2);
        shipment();
        await().until(() -> taken.size() == 2);
        assertThat(taken).containsExactly("record 3", "record 4");
        Shipment neighbour = shipment("records.host-1", TargetConfig.CAP);

        await().until(() -> taken.size() == 5);
        assertThat(taken.subList(2, 5)).containsExactly("record 0", "record 1", "record 2");
        assertThat(neighbour.end(System.nanoTime() + SECOND)).isZero();
        assertThat(folder.resolve("records.1.host-1")).doesNotExist();
    }

    @Test
    void damagedLines_areCounted_theOthersAreTaken() throws Exception {
        write(2);
        append(new byte[] {7, 99, 'x', '\n', 'a', 0, '\n'});
        write(2);
        Shipment shipment = shipment();

        awaitTaken();
        assertThat(shipment.end(System.nanoTime() + SECOND)).isZero();
        assertThat(shipment.figures().dropped()).isEqualTo(2);
    }

    @Test
    void beyondTheCap_theOldestAreDropped_andCountedExactly() throws Exception {
        answer = records -> Outcome.retry(0, "away");
        for (int file = 1; file <= 5; file++) {
            write(100);
            roll(file);
        }
        write(50);
        long bytes = Files.size(folder.resolve("records.5"));
        Shipment shipment = shipment(bytes * 3);
        await().until(() -> !Files.exists(folder.resolve("records.3")));
        answer = records -> Outcome.ACCEPTED;

        await().until(() -> taken.contains("record " + (written - 1)));
        assertThat(shipment.end(System.nanoTime() + 5 * SECOND)).isZero();
        assertThat(shipment.figures().dropped()).isEqualTo(written - taken.size());
        assertThat(taken).isEqualTo(all().subList(written - taken.size(), written));
        assertThat(findings.stream()
                        .filter(finding -> finding.code() == FindingCode.TARGET_RECORDS_DROPPED)
                        .mapToLong(finding -> Long.parseLong(finding.cause().split(" ", 2)[0]))
                        .sum())
                .isEqualTo(shipment.figures().dropped());
    }

    @Test
    void withoutAcknowledgements_whatMayBeLost_isSentAgain() throws Exception {
        settlingNanos = 3600 * SECOND;
        write(25);
        shipment();
        awaitTaken();
        answer = records -> Outcome.retry(0, "reset");
        write(1);
        await().until(() -> started.get(0).figures().retried() >= 26);
        answer = records -> Outcome.ACCEPTED;

        await().until(() -> taken.size() == 25 + 26);
        assertThat(taken.subList(25, 51)).isEqualTo(all());
    }

    @Test
    void ofTwoSenders_oneSends() throws Exception {
        write(30);
        Shipment one = shipment();
        Shipment other = shipment();
        awaitTaken();
        write(5);
        awaitTaken();

        assertThat(List.of(one.end(System.nanoTime() + SECOND), other.end(System.nanoTime() + SECOND)))
                .contains(0L);
    }

    @Test
    void aDamagedPosition_isTheOneBefore() throws Exception {
        Path file = folder.resolve(".records.position");
        try (Position.Store store = new Position.Store(file)) {
            store.write(new Position(5, 10, 1, 0, 0));
            store.write(new Position(6, 20, 2, 0, 0));
            store.write(new Position(7, 30, 3, 0, 0));
        }
        assertThat(Position.read(file)).isEqualTo(new Position(7, 30, 3, 0, 0));
        byte[] bytes = Files.readAllBytes(file);
        for (int at = 0; at < 64; at++) {
            byte[] damaged = bytes.clone();
            damaged[at] ^= 1;
            Files.write(file, damaged);
            assertThat(Position.read(file)).as("byte %d", at).isEqualTo(new Position(6, 20, 2, 0, 0));
        }
        Files.write(file, new byte[300]);
        assertThat(Position.read(file)).isEqualTo(Position.START);
        Files.write(file, new byte[3]);
        assertThat(Position.read(file)).isEqualTo(Position.START);
    }

    /** Appends numbered lines to a log, as they are. */
    private void log(int count) throws IOException {
        for (int i = 0; i < count; i++) {
            Files.writeString(
                    folder.resolve("app.log"),
                    "record " + written++ + "\n",
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        }
    }

    private void link() throws IOException {
        new FileRow(folder.resolve("row/lines")).link(folder.resolve("app.log"));
    }

    @Test
    void linesOfALog_areSentOnceInOrder_thoughItsFilesAreRolledAndDeleted() throws Exception {
        log(25);
        link();
        Files.move(folder.resolve("app.log"), folder.resolve("app.1.log"));
        log(30);
        link();
        Files.delete(folder.resolve("app.1.log"));
        Files.move(folder.resolve("app.log"), folder.resolve("app.1.log"));
        answer = records -> Outcome.retry(0, "away");
        Shipment first = shipment("row/lines", TargetConfig.CAP);
        Files.delete(folder.resolve("app.1.log"));
        log(5);
        link();
        answer = records -> Outcome.ACCEPTED;
        awaitTaken();
        log(4);
        link();
        awaitTaken();
        assertThat(first.end(System.nanoTime() + 5 * SECOND)).isZero();
        log(2);

        Shipment second = shipment("row/lines", TargetConfig.CAP);
        awaitTaken();

        assertThat(second.end(System.nanoTime() + 5 * SECOND)).isZero();
        assertThat(second.figures().acknowledged()).isEqualTo(written);
        try (var files = Files.list(folder.resolve("row"))) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("lines.3", ".lines.position", ".lines.target", ".lines.lock");
        }
        assertThat(findings).isEmpty();
    }

    @Test
    void lines_emptyOnesAndCarriageReturns_areLeftOut() throws Exception {
        Files.writeString(folder.resolve("app.log"), "one\r\n\n\r\ntwo\n\n");
        link();
        Shipment shipment = shipment("row/lines", TargetConfig.CAP);

        await().untilAsserted(() -> assertThat(taken).containsExactly("one", "two"));
        assertThat(shipment.end(System.nanoTime() + 5 * SECOND)).isZero();
    }

    @Test
    void aLogThatAnotherProgramTruncates_isSentFromItsBeginning() throws Exception {
        log(25);
        link();
        shipment("row/lines", TargetConfig.CAP);
        awaitTaken();
        try (FileChannel file = FileChannel.open(folder.resolve("app.log"), StandardOpenOption.WRITE)) {
            file.truncate(0);
        }
        log(3);

        awaitTaken();
        started.get(0).end(System.nanoTime() + 5 * SECOND);
        // While no process sends, it grows beyond the position.
        try (FileChannel file = FileChannel.open(folder.resolve("app.log"), StandardOpenOption.WRITE)) {
            file.truncate(0);
        }
        Files.writeString(folder.resolve("app.log"), "a longer line than those before\nand another one\n");
        shipment("row/lines", TargetConfig.CAP);

        await().untilAsserted(() ->
                assertThat(taken).endsWith("record 27", "a longer line than those before", "and another one"));
    }

    @Test
    void linesBeyondTheCap_areDroppedAndCounted_butNotThoseOfTheActiveFile() throws Exception {
        answer = records -> Outcome.retry(0, "away");
        for (int file = 0; file < 4; file++) {
            log(100);
            link();
            // As if it were compressed: only the link keeps it.
            Files.delete(folder.resolve("app.log"));
        }
        log(200);
        link();
        Shipment shipment = shipment("row/lines", 1);
        await().until(() -> shipment.figures().dropped() == 400);
        answer = records -> Outcome.ACCEPTED;

        await().untilAsserted(() -> assertThat(taken).isEqualTo(all().subList(400, written)));
        assertThat(shipment.end(System.nanoTime() + 5 * SECOND)).isZero();
        assertThat(codes()).containsOnly(FindingCode.TARGET_RECORDS_DROPPED);
    }

    /** What the log keeps as well costs nothing: dropping it would free nothing. */
    @Test
    void linesWhoseFileIsStillThere_areNotDroppedForTheCap() throws Exception {
        answer = records -> Outcome.retry(0, "away");
        for (int file = 0; file < 4; file++) {
            log(100);
            link();
            Files.move(folder.resolve("app.log"), folder.resolve("app." + file + ".log"));
        }
        log(100);
        link();
        Shipment shipment = shipment("row/lines", 1);
        await().until(() ->
                codes().contains(FindingCode.TARGET_AWAY) || shipment.figures().retried() > 0);
        answer = records -> Outcome.ACCEPTED;

        await().untilAsserted(() -> assertThat(taken).isEqualTo(all()));
        assertThat(shipment.figures().dropped()).isZero();
        shipment.end(System.nanoTime() + 5 * SECOND);
    }
}
