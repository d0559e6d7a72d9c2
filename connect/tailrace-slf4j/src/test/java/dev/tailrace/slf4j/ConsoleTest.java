package dev.tailrace.slf4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tailrace.Tailrace;
import dev.tailrace.testkit.ChildProcess;
import dev.tailrace.testkit.PseudoTerminal;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The time at which console lines are written: soon, or before their calls return. */
class ConsoleTest {
    private static final String APPENDERS =
            "<appender name='OUT' class='ch.qos.logback.core.ConsoleAppender'><encoder><pattern>%msg%n</pattern></encoder>"
                    + "</appender><appender name='ERR' class='ch.qos.logback.core.ConsoleAppender'><target>System.err</target>"
                    + "<encoder><pattern>%msg%n</pattern></encoder></appender>"
                    + "<root level='INFO'><appender-ref ref='OUT'/></root>"
                    + "<logger name='errors' additivity='false'><appender-ref ref='ERR'/><appender-ref ref='FILE'/></logger>";

    /** Of each kind of console. */
    private static final int KILLS = 5;

    @TempDir
    Path folder;

    private ChildJvm child(String... options) throws Exception {
        return new ChildJvm(folder, "%msg%n", APPENDERS).options(options);
    }

    @ParameterizedTest
    @CsvSource({
        "auto,pipe,1",
        "auto,pipe,16",
        "auto,file,1",
        "auto,file,16",
        "auto,terminal,1",
        "auto,terminal,16",
        "sync,pipe,4"
    })
    void killed_losesNothingThatReturned(String console, String outlet, int threads) throws Exception {
        List<String> words = List.of();
        if (outlet.equals("file")) {
            words = List.of("sh", "-c", "exec \"$@\" >" + folder.resolve("output"), "sh");
        } else if (outlet.equals("terminal")) {
            Optional<List<String>> terminal = PseudoTerminal.words();
            if (terminal.isEmpty()) {
                System.out.println("NOT RUN: needs another system (with script or python3, for a pseudo-terminal)");
            }
            assumeTrue(terminal.isPresent(), "neither script nor python3");
            words = terminal.get();
        }
        // A reader that gets no CPU for a tenth of a second doesn't read: then lines are queued, and TR2037 says so.
        int unread = 0;
        for (int kill = 0; kill < KILLS + unread; kill++) {
            unread += isKilledWithoutLoss(console, words, threads, kill % 2 * 200) ? 0 : 1;
            assertThat(unread).as("runs in which the console was not read").isLessThan(KILLS);
        }
    }

    /** Kills a process that logs, and compares; false when it has found that its console isn't read. */
    private boolean isKilledWithoutLoss(String console, List<String> words, int threads, int pauseMicros)
            throws Exception {
        Files.deleteIfExists(folder.resolve("returned"));
        Path file = Files.write(folder.resolve("output"), new byte[0]);
        ChildProcess child = child("-Dtailrace.console=" + console, "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")
                .behind(words.toArray(new String[0]))
                .start(Counting.class, folder.toString(), String.valueOf(threads), String.valueOf(pauseMicros));
        CompletableFuture<byte[]> output = CompletableFuture.supplyAsync(() -> all(child));
        long enough = pauseMicros == 0 ? 5_000 : 200;
        await().atMost(ChildProcess.PATIENCE)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(3))
                .until(() -> sum(returned(), threads) >= enough);
        // Process.destroyForcibly would close the pipe, too.
        PseudoTerminal.innermost(child.process().toHandle()).destroyForcibly();
        byte[] bytes = output.get(ChildProcess.PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        String text = new String(bytes, StandardCharsets.US_ASCII) + Files.readString(file);
        assertThat(child.awaitEnd(ChildProcess.PATIENCE)).isTrue();
        if (child.err().contains("TR2037")) {
            return false;
        }

        List<List<Integer>> printed = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            printed.add(new ArrayList<>());
        }
        text.lines().forEach(line -> note(line, printed));
        ByteBuffer returned = returned();
        for (int i = 0; i < threads; i++) {
            List<Integer> of = printed.get(i);
            assertThat(of.size())
                    .as("lines of thread %d, of which as many calls returned", i)
                    .isGreaterThanOrEqualTo(returned.getInt(i * Integer.BYTES));
            for (int n = 0; n < of.size(); n++) {
                assertThat(of.get(n)).isEqualTo(n);
            }
        }
        return true;
    }

    private static byte[] all(ChildProcess child) {
        try (InputStream in = child.process().getInputStream()) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** For each thread, the number of its calls that have returned; empty before the child has made the file. */
    private ByteBuffer returned() throws IOException {
        Path file = folder.resolve("returned");
        return ByteBuffer.wrap(Files.exists(file) ? Files.readAllBytes(file) : new byte[0]);
    }

    private static long sum(ByteBuffer returned, int threads) {
        return returned.capacity() < threads * Integer.BYTES
                ? 0
                : IntStream.range(0, threads)
                        .mapToLong(i -> returned.getInt(i * Integer.BYTES))
                        .sum();
    }

    /** Notes a line, unless the kill has truncated it. */
    private static void note(String line, List<List<Integer>> printed) {
        if (line.matches("\\d{1,2} \\d{8};")) {
            int space = line.indexOf(' ');
            printed.get(Integer.parseInt(line, 0, space, 10)).add(Integer.parseInt(line, space + 1, space + 9, 10));
        }
    }

    @Test
    void aReaderThatStandsStill_holdsOneCall_andEachOtherThreadOnce() throws Exception {
        ChildProcess child = child().start(Holdup.class);
        BufferedReader lines = child.process().inputReader(StandardCharsets.UTF_8);
        // Nothing is read: the pipe is full after 64 kB, however long the child takes to start.
        await().atMost(ChildProcess.PATIENCE).until(() -> child.err().contains("TR2037"));
        TimeUnit.MILLISECONDS.sleep(1_000);
        List<Integer> seen = new ArrayList<>();
        String last = "";
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.startsWith("calls ")) {
                last = line;
            } else {
                seen.add(Integer.valueOf(line.substring(0, line.indexOf(' '))));
            }
        }
        child.succeeded();

        assertThat(last)
                .as("calls over 80 ms of each thread, and the longest but one thread's")
                .startsWith("calls ");
        String[] words = last.split(" ", -1);
        int threadsWithLong = Integer.parseInt(words[1]);
        int most = Integer.parseInt(words[2]);
        int calls = Integer.parseInt(words[3]);
        assertThat(threadsWithLong).isBetween(1, Holdup.THREADS);
        // One, and what a busy machine adds; if each call waited, it would be dozens.
        assertThat(most).as("long calls of a thread").isBetween(1, 4);
        assertThat(Long.parseLong(words[4]))
                .as("longest call beside the one that writes, ms")
                .isLessThan(1_000);
        assertThat(seen).as("no line is lost").hasSize(calls);
        assertThat(child.err()).containsOnlyOnce("TR2037");
    }

    @Test
    void aPrintlnThatIsStuck_isReportedBeforeLinesAreQueued() throws Exception {
        ChildProcess child = child().start(Stuck.class);
        // Nothing is read, and the thread that writes for the others waits for the lock of System.out.
        await().atMost(ChildProcess.PATIENCE).until(() -> child.err().contains("TR2037"));

        child.close();
    }

    @RepeatedTest(KILLS)
    void killedAtItsFirstQueuedLines_hasReportedThem() throws Exception {
        ChildProcess child = child("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")
                .start(Counting.class, folder.toString(), "16", "0");
        // A pipe takes 64 kB: what returns beyond them is queued.
        int linesInPipe = 65_536 / "12 12345678;\n".length();
        await().atMost(ChildProcess.PATIENCE)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1))
                .until(() -> sum(returned(), 16) >= linesInPipe * 5 / 4);
        child.kill();

        assertThat(child.err()).contains("TR2037");
    }

    @Test
    void twoProcessesOnOneSlowPipe_tearNoLine() throws Exception {
        ChildProcess child = child().start(Pair.class);
        List<String> torn = new ArrayList<>();
        int whole = 0;
        try (InputStream in = child.process().getInputStream()) {
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            for (byte[] some = in.readNBytes(1 << 16); some.length != 0; some = in.readNBytes(1 << 16)) {
                all.write(some);
                TimeUnit.MILLISECONDS.sleep(15);
            }
            for (String line : all.toString(StandardCharsets.US_ASCII).split("\n", -1)) {
                if (Pair.isWhole(line)) {
                    whole++;
                } else if (!line.isEmpty()) {
                    torn.add(line);
                }
            }
        }
        child.succeeded();

        assertThat(torn).isEmpty();
        assertThat(whole).isEqualTo(2 * Pair.LINES);
    }

    @Test
    void printedAndLoggedLines_keepTheirOrder_withoutAThread() throws Exception {
        ChildJvm.Output output = child().run(Alternating.class);

        assertThat(output.err()).isEmpty();
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < Alternating.ROUNDS; i++) {
            expected.add("logged " + i);
            expected.add("printed " + i);
        }
        expected.add("threads []");
        assertThat(output.out()).isEqualTo(expected);
    }

    @Test
    void async_fewLines_areThereLongBeforeAnInterval() throws Exception {
        ChildProcess child = child("-Dtailrace.console=async").start(Pacing.class);
        List<Long> waits = new ArrayList<>();
        try (BufferedReader lines = child.process().inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                waits.add(System.nanoTime() - Long.parseLong(line));
            }
        }

        child.succeeded();
        assertThat(waits).hasSize(Pacing.LINES);
        waits.sort(null);
        // On a busy machine both processes wait for their turns, but lines that waited for the interval would wait for
        // half of it.
        assertThat(waits.get(waits.size() / 2)).as("half of all lines").isLessThan(Pacing.INTERVAL_NANOS / 4);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a subclass", "another object"})
    void replacedStream_hasTheLineWhenTheCallReturns(String how) throws Exception {
        ChildJvm.Output output = child().run(Captured.class, how);

        assertThat(output.err()).isEmpty();
        assertThat(output.out()).containsExactly("0 missed, 0 overtaken");
    }

    @ParameterizedTest
    @ValueSource(strings = {"sync", "auto"})
    void aFormatThatLogsWhileItHoldsTheStream_endsWithAllLines(String console) throws Exception {
        ChildJvm.Output output = child("-Dtailrace.console=" + console, "-Dtailrace.maxWait=300ms")
                .run(Holding.class);

        assertThat(output.err()).isEmpty();
        assertThat(output.out().stream().filter(line -> line.contains("within")))
                .hasSize(Holding.ROUNDS);
        assertThat(output.out().stream().filter(line -> line.contains("beside")))
                .hasSize(Holding.BESIDE);
    }

    @Test
    void aStackThatOverflows_leavesWholeLines() throws Exception {
        ChildJvm.Output output = child().run(Deep.class);

        // Calls whose events could not be encoded are reported as failed.
        assertThat(output.out()).hasSizeGreaterThan(100).allMatch(line -> line.matches("depth \\d+;|the end"));
        assertThat(output.out()).doesNotHaveDuplicates().endsWith("the end");
    }

    @Test
    void anInterruptedThread_writesAndStaysInterrupted() throws Exception {
        ChildJvm.Output output = child().run(Interrupted.class);

        assertThat(output.err()).isEmpty();
        assertThat(output.out()).containsExactly("written: interrupted", "still interrupted: true");
    }

    @ParameterizedTest
    @CsvSource({"auto, IllegalStateException", "async, IllegalStateException", "auto, NullPointerException"})
    void aStreamThatThrows_troublesNoCall(String console, String thrown) throws Exception {
        ChildJvm.Output output =
                child().options("-Dtailrace.console=" + console).run(Throwing.class, thrown);

        assertThat(output.out()).endsWith("all calls returned");
        assertThat(String.join(" ", output.err()).replaceAll("\\s+", " "))
                .containsOnlyOnce("TR2013")
                .contains("its stream threw java.lang." + thrown, "System.setOut")
                .doesNotContain("TR4003", "TR4005");
    }

    @Test
    void aStreamThatLogsWhatIsPrinted_doesNotLogForEver() throws Exception {
        ChildJvm.Output output = child().run(Echoing.class);

        assertThat(output.err()).isEmpty();
        assertThat(output.out().stream().filter("line"::equals)).hasSize(Echoing.LINES);
        assertThat(output.out().stream().filter("echo"::equals)).hasSizeBetween(1, Echoing.LINES);
    }

    /** Threads count; each stores its number in a mapped file after its call has returned. */
    static final class Counting {
        private Counting() {}

        public static void main(String[] arguments) throws Exception {
            Logger log = LoggerFactory.getLogger(Counting.class);
            int threads = Integer.parseInt(arguments[1]);
            long pauseNanos = Long.parseLong(arguments[2]) * 1_000;
            try (FileChannel file = FileChannel.open(
                    Path.of(arguments[0]).resolve("returned"),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.READ,
                    StandardOpenOption.WRITE)) {
                ByteBuffer returned = file.map(FileChannel.MapMode.READ_WRITE, 0, (long) threads * Integer.BYTES);
                for (int i = 0; i < threads; i++) {
                    int thread = i;
                    new Thread(() -> {
                                for (int n = 0; ; n++) {
                                    log.info("{} {};", thread, String.format("%08d", n));
                                    returned.putInt(thread * Integer.BYTES, n + 1);
                                    if (pauseNanos > 0) {
                                        LockSupport.parkNanos(pauseNanos);
                                    }
                                }
                            })
                            .start();
                }
                TimeUnit.HOURS.sleep(1);
            }
        }
    }

    /** Threads log 2,000 lines of 200 bytes a second for two seconds, while the pipe is read only after three. */
    static final class Holdup {
        static final int THREADS = 4;
        private static final long LONG_MILLIS = 80;

        private Holdup() {}

        public static void main(String[] arguments) throws Exception {
            Logger log = LoggerFactory.getLogger(Holdup.class);
            String rest = "x".repeat(190);
            AtomicInteger calls = new AtomicInteger();
            long[] longest = new long[THREADS];
            int[] held = new int[THREADS];
            Thread[] threads = new Thread[THREADS];
            for (int i = 0; i < THREADS; i++) {
                int thread = i;
                threads[i] = new Thread(() -> {
                    long end = System.nanoTime() + 2_000_000_000L;
                    while (System.nanoTime() - end < 0) {
                        long begin = System.nanoTime();
                        log.info("{} {}", thread, rest);
                        long millis = (System.nanoTime() - begin) / 1_000_000;
                        calls.incrementAndGet();
                        longest[thread] = Math.max(longest[thread], millis);
                        held[thread] += millis > LONG_MILLIS ? 1 : 0;
                        LockSupport.parkNanos(1_500_000);
                    }
                });
                threads[i].start();
            }
            for (Thread thread : threads) {
                thread.join();
            }
            Arrays.sort(longest);
            int most = Arrays.stream(held).max().orElse(0);
            long heldThreads = Arrays.stream(held).filter(count -> count > 0).count();
            Tailrace.flush();
            System.out.println("calls " + heldThreads + " " + most + " " + calls.get() + " " + longest[THREADS - 2]);
        }
    }

    /** Prints until the pipe is full, and logs meanwhile. */
    static final class Stuck {
        private Stuck() {}

        public static void main(String[] arguments) throws Exception {
            Logger log = LoggerFactory.getLogger(Stuck.class);
            String rest = "x".repeat(1_000);
            Thread printing = new Thread(() -> {
                while (true) {
                    System.out.println(rest);
                }
            });
            printing.start();
            // Long after 64 kB, which the pipe holds.
            TimeUnit.SECONDS.sleep(1);
            for (int i = 0; i < 2; i++) {
                new Thread(() -> {
                            while (true) {
                                log.info("logged");
                            }
                        })
                        .start();
            }
        }
    }

    /** Two processes with one pipe; lines of up to 4,000 bytes, which name their length. */
    static final class Pair {
        static final int LINES = 3_000;

        private Pair() {}

        static boolean isWhole(String line) {
            int colon = line.indexOf(':');
            return colon > 0
                    && line.endsWith(";")
                    && line.substring(0, colon).matches("\\d+")
                    && line.length() == Integer.parseInt(line, 0, colon, 10);
        }

        public static void main(String[] arguments) throws Exception {
            if (arguments.length == 0) {
                List<String> command = new ArrayList<>(
                        List.of(ProcessHandle.current().info().command().orElse("java")));
                command.add("-Dtailrace.config=" + System.getProperty("tailrace.config"));
                command.addAll(List.of("-cp", System.getProperty("java.class.path"), Pair.class.getName(), "logs"));
                ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
                Process other = builder.start();
                int status = builder.start().waitFor() + other.waitFor();
                System.exit(status);
            }
            Logger log = LoggerFactory.getLogger(Pair.class);
            Thread[] threads = new Thread[3];
            for (int i = 0; i < threads.length; i++) {
                int thread = i;
                threads[i] = new Thread(() -> {
                    for (int n = thread; n < LINES; n += threads.length) {
                        int length = 100 + n * 37 % 3_900;
                        String head = length + ":";
                        log.info("{}{};", head, "y".repeat(length - head.length() - 1));
                    }
                });
                threads[i].start();
            }
            for (Thread thread : threads) {
                thread.join();
            }
        }
    }

    /** Logs and prints by turns, and names the console's threads. */
    static final class Alternating {
        static final int ROUNDS = 2_000;

        private Alternating() {}

        public static void main(String[] arguments) {
            Logger log = LoggerFactory.getLogger(Alternating.class);
            for (int i = 0; i < ROUNDS; i++) {
                log.info("logged {}", i);
                System.out.println("printed " + i);
            }
            System.out.println("threads "
                    + Thread.getAllStackTraces().keySet().stream()
                            .map(Thread::getName)
                            .filter(name -> name.contains("console"))
                            .toList());
        }
    }

    /** Logs the time, about five hundred times a second. */
    static final class Pacing {
        static final int LINES = 500;
        /** The interval of an idle console drainer. */
        static final long INTERVAL_NANOS = 100_000_000;

        private Pacing() {}

        public static void main(String[] arguments) throws Exception {
            Logger log = LoggerFactory.getLogger(Pacing.class);
            for (int i = 0; i < LINES; i++) {
                TimeUnit.MILLISECONDS.sleep(2);
                log.info("{}", System.nanoTime());
            }
        }
    }

    /** Replaces standard output, and checks its content after each call. */
    static final class Captured {
        private Captured() {}

        public static void main(String[] arguments) {
            PrintStream original = System.out;
            ByteArrayOutputStream captured = new ByteArrayOutputStream();
            boolean before = arguments[0].equals("a subclass");
            if (before) {
                // It is the stream at the start, so only its class shows that it isn't the JVM's own stream.
                System.setOut(new PrintStream(captured) {});
            }
            Logger log = LoggerFactory.getLogger(Captured.class);
            if (!before) {
                System.setOut(new PrintStream(captured));
            }
            int missed = 0;
            StringBuilder expected = new StringBuilder();
            for (int i = 0; i < 1_000; i++) {
                log.info("logged {}", i);
                expected.append("logged ").append(i).append('\n');
                missed += captured.toString(StandardCharsets.UTF_8).contentEquals(expected) ? 0 : 1;
                System.out.print("printed\n");
                expected.append("printed\n");
            }
            System.setOut(original);
            int overtaken = captured.toString(StandardCharsets.UTF_8).contentEquals(expected) ? 0 : 1;
            System.out.println(missed + " missed, " + overtaken + " overtaken");
        }
    }

    /** An argument of printf logs, while the stream is locked and another thread logs. */
    static final class Holding {
        static final int ROUNDS = 20;
        static final int BESIDE = 5_000;

        private Holding() {}

        public static void main(String[] arguments) throws Exception {
            Logger log = LoggerFactory.getLogger(Holding.class);
            Thread beside = new Thread(() -> {
                for (int i = 0; i < BESIDE; i++) {
                    log.info("beside {}", i);
                }
            });
            beside.start();
            Object argument = new Object() {
                @Override
                public String toString() {
                    log.info("within");
                    return "printed";
                }
            };
            for (int i = 0; i < ROUNDS; i++) {
                System.out.printf("%s%n", argument);
            }
            beside.join();
        }
    }

    /** Logs in each frame of an endless recursion. */
    static final class Deep {
        private static final Logger LOG = LoggerFactory.getLogger(Deep.class);

        private Deep() {}

        public static void main(String[] arguments) {
            for (int i = 0; i < 3; i++) {
                overflow(i * 1_000_000);
            }
            LOG.info("the end");
        }

        private static boolean overflow(int from) {
            try {
                return descend(from) > 0;
            } catch (StackOverflowError e) {
                return true;
            }
        }

        @SuppressWarnings("InfiniteRecursion") // what is wanted
        private static int descend(int depth) {
            LOG.info("depth {};", depth);
            return descend(depth + 1) + 1;
        }
    }

    /** Logs through a pipe within this process, whose streams react to interrupts. */
    static final class Interrupted {
        /** Less than a line. */
        private static final int PIPE = 8;

        private Interrupted() {}

        public static void main(String[] arguments) throws Exception {
            Logger log = LoggerFactory.getLogger(Interrupted.class);
            PrintStream original = System.out;
            PipedOutputStream pipe = new PipedOutputStream();
            InputStream in = new PipedInputStream(pipe, PIPE);
            System.setOut(new PrintStream(pipe, true));
            byte[] read = new byte["interrupted\n".length()];
            Thread reader = new Thread(() -> {
                try {
                    // Waits until the interrupted writer waits for room.
                    while (in.available() < PIPE) {
                        Thread.onSpinWait();
                    }
                    in.readNBytes(read, 0, read.length);
                } catch (Exception e) {
                    Arrays.fill(read, (byte) '?');
                }
            });
            reader.start();
            Thread.currentThread().interrupt();
            log.info("interrupted");
            boolean still = Thread.interrupted();
            System.setOut(original);
            reader.join();
            System.out.print("written: " + new String(read, StandardCharsets.UTF_8));
            System.out.println("still interrupted: " + still);
        }
    }

    /** Logs to a stream that logs for each write, as one that passes what is printed on to a logger. */
    static final class Echoing {
        static final int LINES = 10;

        private Echoing() {}

        public static void main(String[] arguments) throws Exception {
            Logger log = LoggerFactory.getLogger(Echoing.class);
            PrintStream original = System.out;
            System.setOut(new PrintStream(original) {
                @Override
                public void write(byte[] bytes, int offset, int length) {
                    log.info("echo");
                    super.write(bytes, offset, length);
                }
            });
            for (int i = 0; i < LINES; i++) {
                log.info("line");
            }
            TimeUnit.MILLISECONDS.sleep(300);
            System.setOut(original);
        }
    }

    /** Logs to a stream that fails as no stream should. */
    static final class Throwing {
        private Throwing() {}

        public static void main(String[] arguments) {
            Logger log = LoggerFactory.getLogger(Throwing.class);
            PrintStream original = System.out;
            PrintStream throwing = new PrintStream(original) {
                @Override
                public void write(byte[] bytes, int offset, int length) {
                    throw new IllegalStateException("no");
                }
            };
            System.setOut(arguments[0].equals("NullPointerException") ? null : throwing);
            for (int i = 0; i < 100; i++) {
                log.info("line {}", i);
            }
            System.setOut(original);
            log.info("all calls returned");
        }
    }
}
