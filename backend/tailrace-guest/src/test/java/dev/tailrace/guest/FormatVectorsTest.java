package dev.tailrace.guest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.engine.drain.Intent;
import dev.tailrace.engine.drain.PlainListener;
import dev.tailrace.engine.drain.shared.Staging;
import dev.tailrace.engine.drain.shared.StagingHead;
import dev.tailrace.engine.journal.owner.Owner;
import dev.tailrace.engine.journal.ring.RingIdentity;
import dev.tailrace.engine.sink.lock.LockRecord;
import dev.tailrace.engine.sink.lock.LockView;
import dev.tailrace.guest.view.LanesView;
import dev.tailrace.guest.view.OwnerView;
import dev.tailrace.guest.view.RingView;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The bytes in docs/reference/format.md, which were not made by this code, are what this code reads. */
class FormatVectorsTest {
    private static final int NAMESPACE_OFFSET = 48;
    private static final Pattern VECTOR =
            Pattern.compile("<!-- vector: (\\S+) -->\\n```\\n(.*?)```\\n", Pattern.DOTALL);
    private static final long OWNER = 0x1122_3344_5566_7788L;
    private static final RingIdentity RING = new RingIdentity(OWNER, 0, 0);

    @TempDir
    Path folder;

    private final Map<String, byte[]> files = new TreeMap<>();
    private Path lockFile = Path.of("");

    @BeforeEach
    void writeFiles() throws Exception {
        Matcher vectors = VECTOR.matcher(Files.readString(Path.of("../../docs/reference/format.md")));
        while (vectors.find()) {
            String text = vectors.group(2);
            files.put(
                    vectors.group(1), text.contains(" bytes\n") ? bytes(text) : text.getBytes(StandardCharsets.UTF_8));
        }
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            Files.write(folder.resolve(file.getKey()), file.getValue());
        }
        lockFile = folder.resolve(".app.log.tailrace-lock");
        Files.setPosixFilePermissions(lockFile, PosixFilePermissions.fromString("rw-------"));
    }

    private static byte[] bytes(String text) {
        String[] rows = text.split("\n", -1);
        byte[] bytes = new byte[Integer.parseInt(rows[0].split(" ", -1)[0])];
        for (int i = 1; i < rows.length - 1; i++) {
            String[] row = rows[i].strip().split("  ", 2);
            byte[] part = HexFormat.ofDelimiter(" ").parseHex(row[1]);
            System.arraycopy(part, 0, bytes, Integer.parseInt(row[0]), part.length);
        }
        return bytes;
    }

    @Test
    void document_hasAllKindsOfFiles() {
        assertThat(files)
                .containsOnlyKeys(
                        ".app.log.tailrace-lock",
                        "4711-mwq8hx5m-1tn-0-0.ring",
                        "4711-mwq8hx5m-1tn.owner",
                        "drain.staging");
    }

    @Test
    void lockFile_isTheRecord() throws Exception {
        assertThat(LockView.record(lockFile))
                .isEqualTo(new LockRecord(
                        Path.of("/dev/shm/tailrace-1000/3f2a9c0d11e84b77"),
                        0x9d3f_8a6b_2c41_e07aL,
                        "kind=none file=/var/log/app/app.log"));
    }

    @Test
    void ringAndOwner_areADeadProcessWithTwoLinesAndATornOne() throws Exception {
        OwnerView owner = LanesView.of(folder, lockFile, 0, Map.of()).owners().get(0);

        assertThat(owner.problem()).isEmpty();
        assertThat(owner.alive()).isFalse();
        assertThat(owner.pid()).isEqualTo(4711);
        assertThat(owner.startMillis()).isEqualTo(1_795_255_037_510L);
        assertThat(owner.dropped()).isEqualTo(3);
        assertThat(owner.unreported()).isEqualTo(2);
        RingView ring = owner.rings().get(0);
        assertThat(ring.problem()).isEmpty();
        assertThat(ring.capacity()).isEqualTo(4096);
        assertThat(ring.tail()).isEqualTo(72);
        assertThat(ring.limit()).isEqualTo(4096);
        assertThat(ring.sealed()).isFalse();
        assertThat(ring.lines()).isEqualTo(2);
        assertThat(ring.bytes()).isEqualTo(13);
        assertThat(ring.torn()).isEqualTo(1);
        assertThat(ring.unread()).isZero();
        assertThat(ring.oldestNanos()).isEqualTo(1_795_255_038_000_000_000L);
    }

    @Test
    void staging_hasTheIntentWithBothLines() throws Exception {
        Staging staging = Staging.copy(folder, lockFile);
        Intent intent = Objects.requireNonNull(staging.last(new PlainListener(
                finding -> {
                    throw new AssertionError(finding);
                },
                () -> 0)));

        assertThat(StagingHead.id(folder)).isEqualTo(0x9d3f_8a6b_2c41_e07aL);
        assertThat(StagingHead.lockFile(folder)).isEqualTo(Path.of("/var/log/app/.app.log.tailrace-lock"));
        assertThat(intent.sequence()).isEqualTo(2);
        assertThat(intent.committed()).isFalse();
        assertThat(intent.path()).isEqualTo(Path.of("/var/log/app/app.log"));
        assertThat(intent.offset()).isEqualTo(100);
        assertThat(StandardCharsets.UTF_8.decode(intent.lines().duplicate()).toString())
                .isEqualTo("first\nsecond\n");
        assertThat(intent.lanes()).isEqualTo(Map.of(RING, 48L));
    }

    @Test
    void ring_whoseLinesAreInTheIntent_hasOnlyTheTornOneLeft() throws Exception {
        RingView ring = LanesView.of(folder, lockFile, 0, Map.of(RING, 48L))
                .owners()
                .get(0)
                .rings()
                .get(0);

        assertThat(ring.lines()).isZero();
        assertThat(ring.torn()).isEqualTo(1);
    }

    /** That a process is gone can be proved at once only in its own PID namespace. */
    private static void sayItWasHere(Path ownerFile, Path lanes) throws Exception {
        Owner here = Owner.enter(lanes);
        byte[] bytes = Files.readAllBytes(ownerFile);
        here.page().get(NAMESPACE_OFFSET, bytes, NAMESPACE_OFFSET, Long.BYTES);
        Files.write(ownerFile, bytes);
        here.leave();
    }

    /** The same files in a place of their own: the lines get to the log by the protocol. */
    @Test
    void drain_ofTheRing_bringsInItsLinesAndTellsTheLosses() throws Exception {
        LaneFolder place = new LaneFolder(Files.createDirectory(folder.resolve("place")));
        for (String name : files.keySet()) {
            if (name.startsWith("4711")) {
                Files.copy(folder.resolve(name), place.lanes.resolve(name));
            }
        }
        sayItWasHere(place.lanes.resolve("4711-mwq8hx5m-1tn.owner"), place.lanes);

        ExternalDrainer.Status status = place.drain(finding -> {});

        assertThat(status.state()).isEqualTo(ExternalDrainer.State.SETTLED);
        assertThat(status.torn()).isEqualTo(1);
        assertThat(status.dropped()).isEqualTo(2);
        assertThat(place.text()).contains("first\nsecond\n").contains("WARN 2", "com.example.Orders 2");
    }
}
