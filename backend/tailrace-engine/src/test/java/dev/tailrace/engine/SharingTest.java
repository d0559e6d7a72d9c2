package dev.tailrace.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tailrace.bytes.Memory;
import dev.tailrace.destination.DestinationConfig;
import dev.tailrace.destination.Rolling;
import dev.tailrace.engine.sink.Sink;
import dev.tailrace.testkit.JvmLauncher;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Logs that several users of an engine open, and the end of the JVM. */
class SharingTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @TempDir
    private Path folder;

    private LogEngine engine = LogEngine.start(new LogEngine.Options());

    @BeforeEach
    @AfterEach
    void end() {
        engine.close();
        engine = LogEngine.start(new LogEngine.Options());
    }

    private DestinationConfig.File file(Rolling rolling) {
        return new DestinationConfig.File(folder.resolve("a.log").toString(), true, rolling);
    }

    private Rolling window(long size) {
        return new Rolling.FixedWindow(folder.resolve("a.%i.log").toString(), 1, 9, size);
    }

    private List<String> lines() throws IOException {
        return Files.readAllLines(folder.resolve("a.log"));
    }

    private static byte[] line(int i) {
        return ("line " + i + "\n").getBytes(UTF_8);
    }

    @Test
    void share_anOpenLog_isTheSame_untilTheLastUserCloses() throws IOException {
        LogEngine.Options own = new LogEngine.Options();
        AppendLog first = engine.share(file(window(1 << 20)), own);
        AppendLog second = engine.share(file(window(1 << 20)), own);
        assertThat(second).isSameAs(first);
        first.close();
        assertThat(second.append(line(1))).isTrue();
        second.close();
        assertThat(second.append(line(2))).isFalse();
        assertThat(lines()).containsExactly("line 1");
    }

    @Test
    void open_aSharedLog_isRefused_andTheOtherWayRound() throws IOException {
        AppendLog shared = engine.share(file(window(1 << 20)), new LogEngine.Options());
        assertThatThrownBy(() -> engine.open(file(window(1 << 20)))).hasMessageContaining("open already");
        shared.close();
        AppendLog alone = engine.open(file(window(1 << 20)));
        assertThatThrownBy(() -> engine.share(file(window(1 << 20)), new LogEngine.Options()))
                .hasMessageContaining("open already");
        alone.close();
    }

    @Test
    void share_withAnotherRolling_changesIt() throws IOException {
        AppendLog log = engine.share(file(window(1 << 20)), new LogEngine.Options());
        log.append(line(1));
        assertThat(log.flush(PATIENCE)).isTrue();
        AppendLog again = engine.share(file(window(8)), new LogEngine.Options());
        IntStream.range(2, 5).forEach(i -> again.append(line(i)));
        assertThat(again.flush(PATIENCE)).isTrue();
        assertThat(folder.resolve("a.1.log")).exists();
        log.close();
        again.close();
    }

    /** An event of the configuration before comes late: the log goes on with the rolling that it has by now. */
    @Test
    void join_withTheRollingBefore_changesNothing() throws IOException {
        assertThat(engine.join(file(window(1 << 20)))).isNull();
        AppendLog log = engine.share(file(window(8)), new LogEngine.Options());
        AppendLog late = Objects.requireNonNull(engine.join(file(window(1 << 20))));
        assertThat(late).isSameAs(log);
        IntStream.range(1, 5).forEach(i -> log.append(line(i)));
        assertThat(log.flush(PATIENCE)).isTrue();
        assertThat(folder.resolve("a.1.log")).exists();
        late.close();
        assertThat(log.append(line(5))).isTrue();
        log.close();
    }

    @Test
    void share_rightAfterTheClose_losesNothing() throws IOException {
        for (int i = 0; i < 30; i++) {
            AppendLog log = engine.share(file(window(1 << 20)), new LogEngine.Options());
            assertThat(log.append(line(i))).isTrue();
            log.close();
        }
        assertThat(lines())
                .isEqualTo(IntStream.range(0, 30).mapToObj(i -> "line " + i).toList());
    }

    /** Appends, and ends without a close; a late hook appends, too. */
    static final class Ending {
        private Ending() {}

        public static void main(String[] arguments) throws IOException {
            LogEngine engine = LogEngine.start(new LogEngine.Options().drainAtExit());
            AppendLog log = engine.open(new DestinationConfig.File(arguments[0] + "/a.log", true, null));
            for (int i = 0; i < 10_000; i++) {
                log.append(line(i));
            }
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                // The engine's own hook has ended by then.
                LockSupport.parkNanos(400_000_000L);
                log.append(line(10_000));
            }));
        }
    }

    @Test
    void drainAtExit_anEndWithoutAClose_writesAll_andLeavesNoLanes() throws IOException {
        Path lanes = Files.createDirectory(folder.resolve("lanes"));
        JvmLauncher.of(Ending.class, folder.toString())
                .classPath(Memory.class, Sink.class, Ending.class)
                .environment("TAILRACE_DIR", lanes.toString())
                .run();
        assertThat(lines())
                .isEqualTo(IntStream.rangeClosed(0, 10_000)
                        .mapToObj(i -> "line " + i)
                        .toList());
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.filter(each -> each.toString().contains("lanes")).toList())
                    .containsExactly(lanes);
        }
    }
}
