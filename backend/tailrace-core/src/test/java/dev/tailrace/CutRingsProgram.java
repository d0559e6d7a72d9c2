package dev.tailrace;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Logs from some threads while files of its lanes are cut short, then says which errors the threads met and how long the log calls took.
 * One thread asks for the JVM's pending error after each call, as an application's own code may do at any time; the others never do.
 */
final class CutRingsProgram {
    private static final int THREADS = 3;
    /** The thread that asks for the pending error after each call. */
    private static final int ASKING = 0;

    private static final int SAFE = 2_000;

    /** The number of times that a thread met the error of an access to what was cut off. */
    private final AtomicLong faults = new AtomicLong();

    private final AtomicLong faultsOfTheAsking = new AtomicLong();
    private final AtomicLong otherErrors = new AtomicLong();
    private final int[] sequences = new int[THREADS];
    private final CountDownLatch producing = new CountDownLatch(THREADS);
    private final AtomicLong longest = new AtomicLong();
    private final AtomicInteger logged = new AtomicInteger();
    private volatile boolean cutting = true;
    private volatile @Nullable Throwable last;

    public static void main(String[] args) throws Exception {
        new CutRingsProgram().run(Path.of(args[0]), args[1], Integer.parseInt(args[2]));
    }

    private void run(Path folder, String suffix, int cuts) throws Exception {
        Scenario.log("main", Level.INFO, "begin");
        Set<String> before = helpers();
        for (int i = 0; i < THREADS; i++) {
            start(i);
        }
        Random random = new Random(42);
        for (int i = 0; i < cuts; i++) {
            awaitLogged(20_000);
            cut(folder.resolve("lanes"), suffix, random);
        }
        // A truncated file is found within a second even if no log call accesses it.
        boolean whole = await(() -> isWhole(folder.resolve("lanes"), suffix));
        cutting = false;
        boolean ended = producing.await(30, TimeUnit.SECONDS);
        boolean flushed = Tailrace.flush();
        Set<String> after = helpers();
        before.removeAll(after);
        System.out.println("faults=" + faults);
        System.out.println("faultsOfTheAsking=" + faultsOfTheAsking);
        System.out.println("otherErrors=" + otherErrors + " " + last);
        if (last != null) {
            last.printStackTrace(System.out);
        }
        System.out.println("whole=" + whole);
        System.out.println("ended=" + ended);
        System.out.println("longestMillis=" + TimeUnit.NANOSECONDS.toMillis(longest.get()));
        System.out.println("flushed=" + flushed);
        System.out.println("endedHelpers=" + before);
        Tailrace.shutdown();
    }

    private interface Condition {
        boolean holds() throws IOException;
    }

    private static boolean await(Condition condition) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!condition.holds()) {
            if (System.nanoTime() - end >= 0) {
                return false;
            }
            Thread.sleep(10);
        }
        return true;
    }

    private void awaitLogged(int more) throws Exception {
        int from = logged.get();
        await(() -> logged.get() - from >= more);
    }

    private static Set<String> helpers() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                // The warm-up ends by itself.
                .filter(name -> name.startsWith("tailrace-") && !name.endsWith("warm-up"))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static List<Path> files(Path lanes, String suffix) throws IOException {
        while (true) {
            try (Stream<Path> all = Files.walk(lanes)) {
                return all.filter(file -> file.toString().endsWith(suffix)).toList();
            } catch (UncheckedIOException e) {
                // One was removed just now.
                Thread.onSpinWait();
            }
        }
    }

    private static void cut(Path lanes, String suffix, Random random) throws IOException {
        for (Path file : files(lanes, suffix)) {
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                long pages = Math.max(1, channel.size() / 4096);
                channel.truncate(random.nextInt(3) == 0 ? 0 : random.nextLong(pages) * 4096);
            } catch (NoSuchFileException e) {
                System.out.println("gone: " + file);
            }
        }
    }

    private static boolean isWhole(Path lanes, String suffix) throws IOException {
        try (DirectoryStream<Path> directories = Files.newDirectoryStream(lanes)) {
            for (Path directory : directories) {
                for (Path file : files(directory, suffix)) {
                    if (Long.bitCount(Files.size(file) - 4096) != 1 && suffix.equals(".ring")) {
                        return false;
                    }
                }
            }
        } catch (UncheckedIOException | NoSuchFileException e) {
            return false;
        }
        return true;
    }

    /** Keeps the compiler from leaving them out. */
    volatile byte @Nullable [] @Nullable [] arrays;

    /** Starts a producer, and another one in its place when it ends by an error that the JVM throws anywhere in its code. */
    private void start(int thread) {
        Thread producer = new Thread(() -> produce(thread), "producer-" + thread);
        producer.setUncaughtExceptionHandler((ended, error) -> {
            if (error instanceof InternalError) {
                (thread == ASKING ? faultsOfTheAsking : faults).incrementAndGet();
            } else {
                last = error;
                otherErrors.incrementAndGet();
            }
            start(thread);
        });
        producer.start();
    }

    private void produce(int thread) {
        while (cutting) {
            log(thread, "unsafe", thread == ASKING);
        }
        // What a thread still owes for a line before may cost one of the next lines.
        log(thread, "unsafe", true);
        for (int i = 0; i < SAFE; i++) {
            log(thread, "safe", true);
        }
        producing.countDown();
    }

    private void log(int thread, String word, boolean asks) {
        int sequence = sequences[thread]++;
        long start = System.nanoTime();
        Scenario.log("t", Level.INFO, thread + " " + sequence + " " + word + " " + "x".repeat(sequence % 300));
        logged.incrementAndGet();
        if (asks) {
            // Where the JVM throws the pending error of an access that failed; hardly any other call does.
            arrays = new byte[thread & 1][sequence & 1];
        }
        longest.accumulateAndGet(System.nanoTime() - start, Math::max);
    }
}
