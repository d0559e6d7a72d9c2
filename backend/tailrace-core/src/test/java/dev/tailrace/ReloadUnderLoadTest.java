package dev.tailrace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tailrace.runtime.ConfigurationWatch.Outcome;
import dev.tailrace.testkit.OpenFiles;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Changes the configuration a hundred times while eight threads log. During each tenth reload, or each with {@code
 * -Dtailrace.reload.flatOut=1}, they log without a pause, so that lanes are full, grow, spill, and are closed with lines in them; in
 * between in bursts, because each line is looked for afterwards.
 */
@Tag("slow")
class ReloadUnderLoadTest {
    private static final int RELOADS = 100;
    private static final int THREADS = 8;
    private static final int FLAT_OUT_EACH = Integer.getInteger("tailrace.reload.flatOut", 10);
    private static final int BURST = 200;
    private static final long PAUSE_NANOS = 10_000_000;

    /** For millions of lines: an assertion for each takes minutes. */
    private static final Pattern OTHER = Pattern.compile("(INFO start t 0 0 |DEBUG side\\.a side \\d+ \\d+)#*");

    @TempDir
    Path folder;

    private volatile boolean over;
    private volatile boolean flatOut;

    @Test
    void look_aHundredTimesUnderFullLoad_losesNoEventAndLeaksNothing() throws Exception {
        long seed = Long.getLong("tailrace.seed", System.nanoTime());
        System.out.println(getClass().getSimpleName() + ": -Dtailrace.seed=" + seed);
        Random random = new Random(seed);
        try (Scenario scenario = Scenario.watched(folder, body(0, false, false))) {
            Scenario.log("start", Level.INFO, "t 0 0 ");
            AtomicIntegerArray logged = new AtomicIntegerArray(THREADS);
            List<Thread> threads = new ArrayList<>();
            for (int t = 0; t < THREADS; t++) {
                int number = t;
                threads.add(new Thread(() -> produce(number, logged), "producer-" + t));
            }
            Tailrace.flush();
            Usage before = Usage.of(folder);
            long begin = System.nanoTime();
            threads.forEach(Thread::start);
            int used = 0;
            int refused = 0;
            for (int i = 1; i <= RELOADS; i++) {
                flatOut = i % FLAT_OUT_EACH == 0;
                if (i % 7 == 0) {
                    scenario.overwrite(broken(random));
                    assertThat(Tailrace.look()).isEqualTo(Outcome.REFUSED);
                    refused++;
                } else {
                    scenario.rewrite(
                            body(random.nextInt(4), random.nextBoolean(), random.nextBoolean()) + "<!-- " + i + " -->");
                    assertThat(Tailrace.look()).isEqualTo(Outcome.USED);
                    used++;
                }
            }
            over = true;
            double seconds = (System.nanoTime() - begin) / 1e9;
            for (Thread thread : threads) {
                thread.join();
            }
            scenario.rewrite(body(0, false, false));
            assertThat(Tailrace.look()).isEqualTo(Outcome.USED);
            assertThat(Tailrace.flush()).isTrue();
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> Tailrace.stats().destinations().size() == 1);
            await().atMost(Duration.ofMinutes(1)).until(this::isPutAway);

            long lines = requireEachOnce(logged);
            System.out.printf(
                    Locale.ROOT,
                    "%d reloads (%d refused) while %d threads logged %,d lines in %.1f s: each once in its file%n",
                    used + refused,
                    refused,
                    THREADS,
                    lines,
                    seconds);
            requireNoMoreThanOnce();
            assertThat(scenario.errors()).doesNotContain("TR4").doesNotContain("TR3");
            // Java unmaps what the collector has found to be unused.
            await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> {
                System.gc();
                Usage now = Usage.of(folder);
                assertThat(now.files).as("open files").hasSameSizeAs(before.files);
                assertThat(now.mappings.size())
                        .as("mappings %s", now.mappings)
                        .isLessThanOrEqualTo(before.mappings.size() + 2);
                // A console's thread stays for the next console.
                assertThat(now.threads)
                        .as("threads")
                        .filteredOn(name -> !name.equals("tailrace-console"))
                        .isEqualTo(before.threads);
                assertThat(now.threads.size()).isLessThanOrEqualTo(before.threads.size() + 2);
            });
            Usage after = Usage.of(folder);
            System.out.println("before and after, open files: " + before.files.size() + ", " + after.files.size()
                    + "; mappings: " + before.mappings.size() + ", " + after.mappings.size() + "; threads: "
                    + before.threads + ", " + after.threads);
            assertThat(Tailrace.stats().memoryUsed()).as("memory of lanes").isLessThan(64 << 20);
        }
    }

    private void produce(int thread, AtomicIntegerArray logged) {
        Random random = new Random(thread);
        for (int i = 0; !over; i++) {
            // Each fourth line through another logger, whose level changes; the others count.
            if (i % 4 == 3) {
                Scenario.log("side.a", Level.DEBUG, "side {} {}", thread, i);
            }
            Scenario.log("main.a", Level.INFO, "t {} {} {}", thread, i, "x".repeat(random.nextInt(200)));
            logged.set(thread, i + 1);
            if (!flatOut && i % BURST == 0) {
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    /** A configuration whose logger "main" always writes to app.log, and into whose file each event must get once. */
    private static String body(int variant, boolean second, boolean console) {
        String rolling = switch (variant) {
            case 1 -> dated("100KB", "app.%d.%i.log");
            case 2 -> dated("300KB", "app.%d.%i.log.gz");
            // So large that the window never gets full: then its oldest file would go, as it should.
            case 3 ->
                "<rollingPolicy class='ch.qos.logback.core.rolling.FixedWindowRollingPolicy'>"
                        + "<fileNamePattern>FOLDER/app.%i.log</fileNamePattern><maxIndex>20</maxIndex></rollingPolicy>"
                        + "<triggeringPolicy class='ch.qos.logback.core.rolling.SizeBasedTriggeringPolicy'>"
                        + "<maxFileSize>500MB</maxFileSize></triggeringPolicy>";
            default -> "";
        };
        String type = variant == 0 ? "FileAppender" : "rolling.RollingFileAppender";
        String main = "<appender name='F' class='ch.qos.logback.core." + type + "'><file>FOLDER/app.log</file>"
                + rolling
                + "<encoder><pattern>" + "%level %logger %msg" + "#".repeat(variant) + "%n"
                + "</pattern></encoder></appender>";
        String other = second
                ? "<appender name='S' class='ch.qos.logback.core.FileAppender'><file>FOLDER/second.log</file>"
                        + "<encoder><pattern>%msg%n</pattern></encoder></appender>"
                : "";
        String screen = console
                ? "<appender name='C' class='ch.qos.logback.core.ConsoleAppender'>"
                        + "<filter class='ch.qos.logback.classic.filter.ThresholdFilter'><level>ERROR</level></filter>"
                        + "<encoder><pattern>%msg%n</pattern></encoder></appender>"
                : "";
        // A slow machine takes longer over a spill of a gigabyte than a call waits by default.
        String patience = "<tailrace maxWait='5m' shutdown='2m'/>";
        return patience + main + other + screen + "<logger name='side' level='" + (variant % 2 == 0 ? "DEBUG" : "WARN")
                + "'/>"
                + "<root level='INFO'>" + (second ? "<appender-ref ref='S'/>" : "") + "<appender-ref ref='F'/>"
                + (console ? "<appender-ref ref='C'/>" : "") + "</root>";
    }

    private static String dated(String size, String pattern) {
        return "<rollingPolicy class='ch.qos.logback.core.rolling.SizeAndTimeBasedRollingPolicy'><fileNamePattern>FOLDER/"
                + pattern + "</fileNamePattern><maxFileSize>" + size + "</maxFileSize></rollingPolicy>";
    }

    private static String broken(Random random) {
        return switch (random.nextInt(3)) {
            case 0 -> "";
            case 1 -> "<configuration scan='true'>\n<root level='OFF'>";
            default -> "<configuration scan='true'><include resource='none.xml'/><root level='OFF'/></configuration>";
        };
    }

    /** Every line that was logged is in app.log or a file that was rolled from it, once, and in the order of its thread. */
    private long requireEachOnce(AtomicIntegerArray logged) throws IOException {
        List<BitSet> seen = new ArrayList<>();
        for (int t = 0; t < THREADS; t++) {
            seen.add(new BitSet());
        }
        long count = 0;
        for (Path file : files("app")) {
            int[] last = new int[THREADS];
            Arrays.fill(last, -1);
            try (BufferedReader in = read(file)) {
                for (String line = in.readLine(); line != null; line = in.readLine()) {
                    if (!line.startsWith("INFO main.a ")) {
                        requireOther(line);
                        continue;
                    }
                    String[] words = line.split(" ", 6);
                    int thread = Integer.parseInt(words[3]);
                    int number = Integer.parseInt(words[4]);
                    if (seen.get(thread).get(number) || number <= last[thread] || !isWhole(words[5])) {
                        throw new AssertionError("twice, in another order or torn: " + line + " in " + file);
                    }
                    last[thread] = number;
                    seen.get(thread).set(number);
                    count++;
                }
            }
        }
        for (int t = 0; t < THREADS; t++) {
            assertThat(seen.get(t).nextClearBit(0)).as("lines of thread %s", t).isEqualTo(logged.get(t));
            assertThat(seen.get(t).cardinality()).isEqualTo(logged.get(t));
        }
        return count;
    }

    private static void requireOther(String line) {
        if (!OTHER.matcher(line).matches()) {
            throw new AssertionError("torn: " + line);
        }
    }

    /** An argument of any length, then what the pattern has at its end. */
    private static boolean isWhole(String end) {
        int i = 0;
        while (i < end.length() && end.charAt(i) == 'x') {
            i++;
        }
        while (i < end.length() && end.charAt(i) == '#') {
            i++;
        }
        return i == end.length();
    }

    /** The second file came and went: what is in it is there once. */
    private void requireNoMoreThanOnce() throws IOException {
        List<BitSet> seen = new ArrayList<>();
        for (int t = 0; t < THREADS; t++) {
            seen.add(new BitSet());
        }
        for (Path file : files("second")) {
            try (BufferedReader in = read(file)) {
                for (String line = in.readLine(); line != null; line = in.readLine()) {
                    if (line.startsWith("t ")) {
                        String[] words = line.split(" ", 4);
                        BitSet own = seen.get(Integer.parseInt(words[1]));
                        int number = Integer.parseInt(words[2]);
                        if (own.get(number)) {
                            throw new AssertionError("twice: " + line);
                        }
                        own.set(number);
                    }
                }
            }
        }
        assertThat(seen).anySatisfy(each -> assertThat(each.cardinality()).isPositive());
    }

    private List<Path> files(String name) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(file -> isOf(name, String.valueOf(file.getFileName())))
                    .toList();
        }
    }

    /** Whether the archiver has nothing left to do, which it would do while the files are read: what it finds then is only renamed. */
    private boolean isPutAway() throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.noneMatch(file -> file.toString().endsWith(".rolled"));
        }
    }

    private static boolean isOf(String name, String file) {
        return file.startsWith(name) && !file.contains(".tailrace-");
    }

    private static BufferedReader read(Path file) throws IOException {
        if (!file.toString().endsWith(".gz")) {
            return Files.newBufferedReader(file);
        }
        return new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8));
    }

    /** The files of a folder that this process has open; none where the system doesn't show them. */
    private record Usage(List<String> files, List<String> mappings, List<String> threads) {
        static Usage of(Path folder) throws IOException {
            Path maps = Path.of("/proc/self/maps");
            List<String> mappings = new ArrayList<>();
            if (Files.isReadable(maps)) {
                for (String line : Files.readAllLines(maps)) {
                    if (line.contains(folder.toString())) {
                        mappings.add(line.substring(line.indexOf('/')));
                    }
                }
            }
            List<String> threads = Thread.getAllStackTraces().keySet().stream()
                    .map(Thread::getName)
                    .filter(each -> each.startsWith("tailrace-"))
                    .filter(each -> !each.equals("tailrace-findings") && !each.equals("tailrace-warm-up"))
                    .sorted()
                    .toList();
            return new Usage(OpenFiles.below(folder), mappings, threads);
        }
    }
}
