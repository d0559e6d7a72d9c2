package dev.tailrace.engine.drain.shared;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.destination.DestinationConfig;
import dev.tailrace.destination.Rolling;
import dev.tailrace.engine.drain.Destination;
import dev.tailrace.engine.drain.QuietListener;
import dev.tailrace.engine.log.LogFile;
import dev.tailrace.engine.sink.archive.Archiver;
import dev.tailrace.engine.sink.lock.LockRecord;
import dev.tailrace.finding.Finding;
import dev.tailrace.finding.FindingCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes that share a log read a changed rolling one after another. */
class ChangedRollingTest {
    private static final long SECOND = 1_000_000_000L;

    private final List<Finding> findings = new ArrayList<>();
    private final long[] nanos = {0};

    @TempDir
    Path temp;

    private LaneFolder folder;
    private LogFile plain;
    private LogFile rolled;

    private final class Member {
        final SharedLog log;
        final SharedDrainer drainer;

        Member() throws Exception {
            log = Objects.requireNonNull(
                    SharedLog.join(plain, 2_000_000_000L, () -> folder.lanes, new QuietListener(), findings::add));
            drainer = new SharedDrainer(
                    Destination.withoutLanes("app.log"),
                    log,
                    new Archiver(1, () -> 0),
                    0,
                    () -> nanos[0],
                    () -> System.currentTimeMillis() * 1_000_000L,
                    new QuietListener(),
                    findings::add);
        }

        String recorded() throws Exception {
            return Objects.requireNonNull(log.lock().record()).rolling();
        }
    }

    @BeforeEach
    void makeFolder() throws Exception {
        folder = new LaneFolder(temp);
        plain = LogFile.of(new DestinationConfig.File(folder.log.toString(), true, null), findings::add);
        Rolling window = new Rolling.FixedWindow(folder.folder + "/app.%i.log", 1, 3, 100);
        rolled = LogFile.of(new DestinationConfig.File(folder.log.toString(), true, window), findings::add);
    }

    private void step(Member... members) {
        nanos[0] += SECOND;
        for (Member member : members) {
            member.drainer.doWork(true);
        }
    }

    @Test
    void use_alone_rollsTheNewWayAtOnce() throws Exception {
        LaneFolder.Producer live = folder.producer("live");
        Member only = new Member();
        step(only);
        live.log(10);
        step(only);
        assertThat(Files.size(folder.log)).isGreaterThan(200);

        only.drainer.use(rolled);
        step(only);
        live.log(1);
        step(only);

        assertThat(only.recorded()).isEqualTo(rolled.rolling());
        assertThat(Files.readString(folder.log)).isEqualTo(live.lines.get(10));
        assertThat(findings).isEmpty();
        only.drainer.close();
        live.owner.leave();
    }

    @Test
    void use_oneProcessAfterAnother_goesByTheNewOnceAllAgree() throws Exception {
        Member drains = new Member();
        Member waits = new Member();
        step(drains, waits);
        drains.drainer.use(rolled);
        step(drains, waits);
        assertThat(drains.recorded()).isEqualTo(plain.rolling());

        waits.drainer.use(rolled);
        step(drains, waits);
        step(drains, waits);
        step(drains, waits);

        assertThat(drains.recorded()).isEqualTo(rolled.rolling());
        assertThat(drains.drainer.isDraining()).isTrue();
        assertThat(Objects.requireNonNull(drains.log.owner()).agreed()).isEqualTo(LockRecord.hash(rolled.rolling()));
        assertThat(Objects.requireNonNull(waits.log.owner()).agreed()).isEqualTo(LockRecord.hash(rolled.rolling()));
        assertThat(findings).as("nobody has to hear of it").isEmpty();
        waits.drainer.close();
        drains.drainer.close();
    }

    @Test
    void use_ofANeighbour_isRolledBesideTheLog() throws Exception {
        LogFile neighbour = plain.neighbour(1);
        SharedLog log = Objects.requireNonNull(
                SharedLog.join(neighbour, 100_000_000L, () -> folder.lanes, new QuietListener(), findings::add));

        assertThat(log.change(rolled)).isTrue();
        assertThat(log.file().rolling()).isEqualTo(rolled.neighbour(1).rolling());
        assertThat(log.change(rolled)).as("the same again").isFalse();
        log.close();
        assertThat(findings).extracting(Finding::code).isSubsetOf(FindingCode.ROLLING_DISAGREES);
    }
}
