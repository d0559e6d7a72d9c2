package dev.tailrace.slf4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tailrace.Tailrace;
import dev.tailrace.testkit.ChildProcess;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
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

    @TempDir
    Path folder;

    private ChildJvm child(String... options) throws Exception {
        return new ChildJvm(folder, "%msg%n", APPENDERS).options(options);
    }

    @ParameterizedTest
    @CsvSource({"auto,1", "auto,16", "auto,4", "sync,4"})
    void killed_losesNothingThatReturned(String console, int threads) throws Exception {
        // A reader that gets no CPU for a tenth of a second doesn't read: then lines are queued, and TR2037 says so.
        int runs = 1;
        while (!isKilledWithoutLoss(console, threads)) {
            assertThat(runs++).as("runs in which the console was not read").isLessThan(5);
        }
    }

    /** Kills a process that logs, and compares; false when it has found that its console isn't read. */
    private boolean isKilledWithoutLoss(String console, int threads) throws Exception {
        Files.deleteIfExists(folder.resolve("returned"));
        ChildProcess child = child("-Dtailrace.console=" + console)
                .start(Counting.class, folder.toString(), String.valueOf(threads));
        List<List<Integer>> printed = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            printed.add(new ArrayList<>());
        }
        try (BufferedReader lines = child.process().inputReader(StandardCharsets.UTF_8)) {
            for (int n = 0; n < 20_000; n++) {
                note(lines.readLine(), printed);
            }
            // Process.destroyForcibly would close the pipe, too.
            child.process().toHandle().destroyForcibly();
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                note(line, printed);
            }
        }

        if (child.err().contains("TR2037")) {
            return false;
        }
        ByteBuffer returned = ByteBuffer.wrap(Files.readAllBytes(folder.resolve("returned")));
        long sum = 0;
        for (int i = 0; i < threads; i++) {
            int calls = returned.getInt(i * Integer.BYTES);
            sum += calls;
            List<Integer> of = printed.get(i);
            assertThat(of.size())
                    .as("lines of thread %d, of which as many calls returned", i)
                    .isGreaterThanOrEqualTo(calls);
            for (int n = 0; n < of.size(); n++) {
                assertThat(of.get(n)).isEqualTo(n);
            }
        }
        assertThat(sum).isGreaterThan(10_000);
        return true;
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

    @Test
    void aStreamThatThrows_troublesNoCall() throws Exception {
        ChildJvm.Output output = child().run(Throwing.class);

        assertThat(output.out()).endsWith("all calls returned");
        assertThat(output.err().stream().filter(line -> line.contains("IllegalStateException: no")))
                .hasSize(1);
    }

    /** Threads count; each stores its number in a mapped file after its call has returned. */
    static final class Counting {
        private Counting() {}

        public static void main(String[] arguments) throws Exception {
            Logger log = LoggerFactory.getLogger(Counting.class);
            int threads = Integer.parseInt(arguments[1]);
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

    /** Logs to a stream that fails as no stream should. */
    static final class Throwing {
        private Throwing() {}

        public static void main(String[] arguments) {
            Logger log = LoggerFactory.getLogger(Throwing.class);
            PrintStream original = System.out;
            System.setOut(new PrintStream(original) {
                @Override
                public void write(byte[] bytes, int offset, int length) {
                    throw new IllegalStateException("no");
                }
            });
            for (int i = 0; i < 100; i++) {
                log.info("line {}", i);
            }
            System.setOut(original);
            log.info("all calls returned");
        }
    }
}
