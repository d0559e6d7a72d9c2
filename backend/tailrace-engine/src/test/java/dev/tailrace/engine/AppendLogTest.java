package dev.tailrace.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tailrace.bytes.Memory;
import dev.tailrace.destination.DestinationConfig;
import dev.tailrace.destination.Rolling;
import dev.tailrace.engine.sink.Sink;
import dev.tailrace.finding.Finding;
import dev.tailrace.testkit.ChildProcess;
import dev.tailrace.testkit.JvmLauncher;
import dev.tailrace.testkit.Origins;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The engine as others see it: what is public in this package, and nothing else. */
class AppendLogTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @TempDir
    private Path folder;

    private final List<Finding> findings = new CopyOnWriteArrayList<>();
    private final List<LogEngine> engines = new ArrayList<>();

    @AfterEach
    void end() {
        engines.forEach(LogEngine::close);
    }

    private LogEngine engine() {
        LogEngine engine =
                LogEngine.start(new LogEngine.Options().memory(4 << 20).findings(findings::add));
        engines.add(engine);
        return engine;
    }

    private DestinationConfig.File plain(String name) {
        return new DestinationConfig.File(folder.resolve(name).toString(), true, null);
    }

    private DestinationConfig.File rolled() {
        return new DestinationConfig.File(
                folder.resolve("r.log").toString(),
                true,
                new Rolling.FixedWindow(folder.resolve("r.%i.log").toString(), 1, 50, 10_000));
    }

    private static byte[] line(String text) {
        return (text + "\n").getBytes(UTF_8);
    }

    private static void append(AppendLog log, int count) {
        for (int i = 0; i < count; i++) {
            assertThat(log.append(line("line " + i))).isTrue();
        }
    }

    private static List<String> numbered(int count) {
        return IntStream.range(0, count).mapToObj(i -> "line " + i).toList();
    }

    @Test
    void append_andFlush_isInTheFileInItsOrder() throws Exception {
        AppendLog log = engine().open(plain("a.log"));
        append(log, 10_000);

        assertThat(log.flush(PATIENCE)).isTrue();
        assertThat(Files.readAllLines(folder.resolve("a.log"))).isEqualTo(numbered(10_000));
        assertThat(log.figures()).isEqualTo(new Figures(folder.toRealPath() + "/a.log", 0, 0, 0));
        assertThat(findings).isEmpty();
    }

    @Test
    void append_aPartOfBytes_writesJustThat() throws Exception {
        AppendLog log = engine().open(plain("a.log"));

        assertThat(log.append(1_700_000_000_000_000_000L, "xxone\nyy".getBytes(UTF_8), 2, 4))
                .isTrue();
        assertThatThrownBy(() -> log.append(0, new byte[3], 2, 2)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThat(log.flush(PATIENCE)).isTrue();
        assertThat(Files.readString(folder.resolve("a.log"))).isEqualTo("one\n");
    }

    @Test
    void append_byManyThreads_keepsTheOrderOfEach() throws Exception {
        AppendLog log = engine().open(plain("a.log"));
        List<Thread> threads = IntStream.range(0, 8)
                .mapToObj(t -> new Thread(
                        () -> IntStream.range(0, 2_000).forEach(i -> log.append(line("thread " + t + " line " + i)))))
                .toList();
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(log.flush(PATIENCE)).isTrue();
        List<String> lines = Files.readAllLines(folder.resolve("a.log"));
        assertThat(lines).hasSize(16_000);
        for (int t = 0; t < 8; t++) {
            String head = "thread " + t + " ";
            assertThat(lines.stream().filter(each -> each.startsWith(head)).toList())
                    .isEqualTo(IntStream.range(0, 2_000)
                            .mapToObj(i -> head + "line " + i)
                            .toList());
        }
    }

    @Test
    void append_toARolledLog_losesNothingAndForceReachesAllOfIt() throws Exception {
        AppendLog log = engine().open(rolled());
        append(log, 5_000);

        assertThat(log.force(PATIENCE)).isTrue();
        List<String> all = new ArrayList<>();
        for (int i = 50; i >= 1; i--) {
            Path file = folder.resolve("r." + i + ".log");
            if (Files.exists(file)) {
                all.addAll(Files.readAllLines(file));
            }
        }
        assertThat(all).isNotEmpty();
        all.addAll(Files.readAllLines(folder.resolve("r.log")));
        assertThat(all).isEqualTo(numbered(5_000));
    }

    @Test
    void close_writesTheRest_andRefusesWhatComesLater() throws Exception {
        LogEngine engine = engine();
        AppendLog log = engine.open(plain("a.log"));
        append(log, 1_000);
        log.close();

        assertThat(log.append(line("late"))).isFalse();
        assertThat(Files.readAllLines(folder.resolve("a.log"))).isEqualTo(numbered(1_000));
        engine.close();
        assertThatThrownBy(() -> engine.open(plain("b.log"))).isInstanceOf(IllegalStateException.class);
        assertThat(findings).isEmpty();
    }

    @Test
    void open_againAfterItsEnd_appendsBehindIt() throws Exception {
        LogEngine engine = engine();
        for (int i = 0; i < 5; i++) {
            try (AppendLog log = engine.open(plain("a.log"))) {
                assertThat(log.append(line("line " + i))).isTrue();
            }
        }

        assertThat(Files.readAllLines(folder.resolve("a.log"))).isEqualTo(numbered(5));
    }

    @Test
    void append_aNulByte_isRefused() throws Exception {
        AppendLog log = engine().open(plain("a.log"));

        assertThatThrownBy(() -> log.append(new byte[] {'a', 0, '\n'}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("NUL byte: at 1");
        assertThat(log.append(new byte[0])).isTrue();
    }

    @Test
    void force_aLogBehindALink_forcesWhatItLeadsTo() throws Exception {
        Path real = Files.createFile(folder.resolve("real.log"));
        Files.createSymbolicLink(folder.resolve("a.log"), real);
        AppendLog log = engine().open(plain("a.log"));
        log.append(line("one"));

        assertThat(log.force(PATIENCE)).isTrue();
        assertThat(Files.readAllLines(real)).containsExactly("one");
    }

    @Test
    void force_whileOthersAppendAndTheFileIsRolled_neverFails() throws Exception {
        AppendLog log = engine().open(rolled());
        Thread other = new Thread(() -> append(log, 20_000));
        other.start();
        while (other.isAlive()) {
            assertThat(log.force(PATIENCE)).isTrue();
        }
        other.join();
    }

    @Test
    void findings_consumerThatThrows_changesNothing() throws Exception {
        LogEngine engine = LogEngine.start(new LogEngine.Options().findings(finding -> {
            throw new IllegalStateException("from the application");
        }));
        engines.add(engine);
        assertThatThrownBy(() -> engine.open(new DestinationConfig.File("/dev/full/x", true, null)))
                .isInstanceOf(IOException.class);
        AppendLog log = engine.open(plain("a.log"));
        log.append(line("one"));

        assertThat(log.flush(PATIENCE)).isTrue();
    }

    @Test
    void open_whatCantBeWritten_saysWhyAndWhatHelps() {
        LogEngine engine = engine();

        assertThatThrownBy(() -> engine.open(new DestinationConfig.File(folder.toString(), true, null)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("TR2003")
                .hasMessageContaining("is a directory");
    }

    @Test
    void open_theSameLogTwice_isRefused() throws Exception {
        LogEngine engine = engine();
        engine.open(plain("a.log"));

        assertThatThrownBy(() -> engine.open(plain("a.log")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("open already");
    }

    @Test
    void open_inTwoEngines_writesBothInOneFile() throws Exception {
        AppendLog one = engine().open(plain("a.log"));
        AppendLog other = engine().open(plain("a.log"));
        one.append(line("one"));
        other.append(line("two"));

        assertThat(one.flush(PATIENCE) && other.flush(PATIENCE)).isTrue();
        assertThat(Files.readAllLines(folder.resolve("a.log"))).containsExactlyInAnyOrder("one", "two");
    }

    /** The child says how many calls have returned, then is killed; its lines are in shared memory or in the file. */
    @Test
    void kill_losesNothingThatReturned() throws Exception {
        try (ChildProcess child = JvmLauncher.of(Killed.class, folder.toString())
                .classPath(Memory.class, Sink.class, Killed.class)
                .start()) {
            child.awaitLine("returned");
            child.kill();
        }

        AppendLog log = engine().open(plain("killed.log"));
        log.append(line("after"));
        assertThat(log.flush(PATIENCE)).isTrue();
        List<String> expected = new ArrayList<>(numbered(Killed.COUNT));
        expected.add("after");
        Path file = folder.resolve("killed.log");
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (Files.readAllLines(file).size() < expected.size() && System.nanoTime() - deadline < 0) {
            Thread.onSpinWait();
        }
        assertThat(Files.readAllLines(file)).containsExactlyInAnyOrderElementsOf(expected);
    }

    /** Appends, says so, and waits for its end. */
    static final class Killed {
        private static final int COUNT = 5_000;

        private Killed() {}

        public static void main(String[] arguments) throws Exception {
            AppendLog log = LogEngine.start(new LogEngine.Options())
                    .open(new DestinationConfig.File(arguments[0] + "/killed.log", true, null));
            append(COUNT, log);
            System.out.println("returned");
            Thread.sleep(60_000);
        }

        private static void append(int count, AppendLog log) {
            for (int i = 0; i < count; i++) {
                log.append(line("line " + i));
            }
        }
    }

    @Test
    void example_anAuditLog_isWrittenAndShort() throws Exception {
        Path source = Path.of("..", "..", "examples", "audit", "AuditLog.java");
        assertThat(Files.readAllLines(source)).hasSizeLessThanOrEqualTo(70);
        Path classes = Files.createDirectories(folder.resolve("classes"));
        assertThat(ToolProvider.getSystemJavaCompiler()
                        .run(
                                null,
                                null,
                                null,
                                "-cp",
                                Origins.classPath(Memory.class, Sink.class),
                                "-d",
                                classes.toString(),
                                source.toString()))
                .isZero();
        ChildProcess child = JvmLauncher.of("AuditLog", folder.toString())
                .classPath(Memory.class, Sink.class)
                .classPath(List.of(classes))
                .merged()
                .run();

        assertThat(child.out()).isEmpty();
        assertThat(Files.readAllLines(folder.resolve("audit.log")))
                .satisfiesExactly(
                        each -> assertThat(each).endsWith(" ann logged in"),
                        each -> assertThat(each).endsWith(" ann paid 100 EUR"));
    }
}
