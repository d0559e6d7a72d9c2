package dev.tailrace.testkit;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * Processes that log numbered lines by SLF4J, note which calls have returned, and are killed; and what of these lines has arrived. A line is
 * {@code RUN THREAD NUMBER xxx…}. The processes run in one folder, with its {@code tailrace.xml}. Its counts are thread-safe.
 */
public final class LoggingProcesses {
    public static final int THREADS = 2;

    private static final int LETTERS = 500;

    private final Path folder;
    /** By run and thread: the number that arrives next, all below having arrived. */
    private final Map<String, Integer> arrived = new HashMap<>();

    private final List<String> outOfOrder = new ArrayList<>();

    public LoggingProcesses(Path folder) {
        this.folder = folder;
    }

    /** Starts a process in the folder, with options of the JVM before the arguments. */
    public ChildProcess start(Class<?> main, List<String> options, String... arguments) throws IOException {
        List<String> all = new ArrayList<>(List.of(
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Dtailrace.shutdown=120s",
                "-Dtailrace.config=" + folder.resolve("tailrace.xml")));
        all.addAll(options);
        return JvmLauncher.of(main, arguments)
                .options(all.toArray(String[]::new))
                .in(folder)
                .start();
    }

    /** Starts a process that logs from several threads until it is killed, with pauses and, unless it is empty, {@code tenant} in the MDC. */
    public ChildProcess start(int run, int pauseMicros, String tenant, String... options) throws IOException {
        return start(
                Producer.class,
                Arrays.asList(options),
                String.valueOf(run),
                String.valueOf(pauseMicros * 1000),
                tenant);
    }

    public void awaitCalls(int run) throws InterruptedException {
        long begin = System.nanoTime();
        while (calls(run, 0) == 0 || calls(run, 1) == 0) {
            if (System.nanoTime() - begin > ChildProcess.PATIENCE.toNanos()) {
                throw new AssertionError("run " + run + " logs nothing");
            }
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }

    public int calls(int run, int thread) {
        Path file = folder.resolve("returned-" + run);
        try {
            byte[] bytes = Files.exists(file) ? Files.readAllBytes(file) : new byte[0];
            return bytes.length < THREADS * Integer.BYTES
                    ? 0
                    : ByteBuffer.wrap(bytes).getInt(thread * Integer.BYTES);
        } catch (IOException e) {
            throw new AssertionError("what returned can't be read", e);
        }
    }

    /** Kills a process; in its standard error there must be none of these texts. */
    public static void kill(ChildProcess child, String... wrong) {
        child.kill();
        child.status();
        complain(child, wrong);
    }

    /** Starts a process that logs {@code last}, sends what killed ones have left, and ends. */
    public void sendTheRest() throws IOException {
        ChildProcess last = start(Last.class, List.of());
        last.status();
        // A process may have been killed in the middle of a call, which TR3014 says.
        complain(last, "TR205", "Exception", "SLF4J");
    }

    private static void complain(ChildProcess child, String... wrong) {
        for (String each : wrong) {
            if (child.err().contains(each)) {
                throw new AssertionError(each + " in " + child.err());
            }
        }
    }

    /** Counts a line that has arrived; others than these processes' are left out. */
    public synchronized void note(String line) {
        String[] words = line.split(" ", -1);
        if (words.length < 4) {
            return;
        }
        String thread = words[0] + " " + words[1];
        int number = Integer.parseInt(words[2]);
        int next = arrived.getOrDefault(thread, 0);
        if (number == next) {
            arrived.put(thread, next + 1);
        } else if (number > next) {
            outOfOrder.add(thread + ": " + number + " in place of " + next);
        }
    }

    public synchronized int arrived(int run, int thread) {
        return arrived.getOrDefault(run + " " + thread, 0);
    }

    /** Whether each line whose call returned has arrived, and those of a thread in their order; returns how many calls that were. */
    public int check(int runs) {
        if (!outOfOrder.isEmpty()) {
            throw new AssertionError("out of order: " + outOfOrder);
        }
        int all = 0;
        for (int run = 0; run < runs; run++) {
            for (int thread = 0; thread < THREADS; thread++) {
                int calls = calls(run, thread);
                all += calls;
                if (arrived(run, thread) < calls) {
                    throw new AssertionError("of thread %d of run %d arrived %d of %d"
                            .formatted(thread, run, arrived(run, thread), calls));
                }
            }
        }
        if (all == 0) {
            throw new AssertionError("nothing was logged");
        }
        return all;
    }

    /** Logs until it is killed: run, pause in nanoseconds, tenant. */
    static final class Producer {
        private Producer() {}

        public static void main(String[] arguments) throws Exception {
            Logger log = LoggerFactory.getLogger(Producer.class);
            long pause = Long.parseLong(arguments[1]);
            String rest = "x".repeat(LETTERS);
            try (FileChannel file = FileChannel.open(
                    Path.of("returned-" + arguments[0]),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.READ,
                    StandardOpenOption.WRITE)) {
                ByteBuffer returned = file.map(FileChannel.MapMode.READ_WRITE, 0, (long) THREADS * Integer.BYTES);
                for (int i = 0; i < THREADS; i++) {
                    int thread = i;
                    new Thread(() -> {
                                if (!arguments[2].isEmpty()) {
                                    MDC.put("tenant", arguments[2]);
                                }
                                for (int n = 0; ; n++) {
                                    log.info("{} {} {} {}", arguments[0], thread, n, rest);
                                    returned.putInt(thread * Integer.BYTES, n + 1);
                                    LockSupport.parkNanos(pause);
                                }
                            })
                            .start();
                }
                TimeUnit.HOURS.sleep(1);
            }
        }
    }

    public static final class Last {
        private Last() {}

        public static void main(String[] arguments) {
            LoggerFactory.getLogger(Last.class).info("last");
        }
    }
}
