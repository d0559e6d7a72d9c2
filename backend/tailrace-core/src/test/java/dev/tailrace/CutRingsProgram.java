package dev.tailrace;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Logs from some threads while files of its lanes are cut short, then says what came out of the log calls and how long they took. */
final class CutRingsProgram {
    private static final int THREADS = 3;
    private static final int SAFE = 2_000;

    private final AtomicLong errors = new AtomicLong();
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
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            int id = i;
            Thread thread = new Thread(() -> produce(id), "producer-" + i);
            threads.add(thread);
            thread.start();
        }
        Random random = new Random(42);
        for (int i = 0; i < cuts; i++) {
            awaitLogged(20_000);
            cut(folder.resolve("lanes"), suffix, random);
        }
        // A truncated file is found within a second even if no log call accesses it.
        await(() -> isWhole(folder.resolve("lanes"), suffix));
        cutting = false;
        for (Thread thread : threads) {
            thread.join();
        }
        boolean flushed = Tailrace.flush();
        Set<String> after = helpers();
        before.removeAll(after);
        System.out.println("errors=" + errors + " " + last);
        if (last != null) {
            last.printStackTrace(System.out);
        }
        System.out.println("longestMillis=" + TimeUnit.NANOSECONDS.toMillis(longest.get()));
        System.out.println("flushed=" + flushed);
        System.out.println("endedHelpers=" + before);
        Tailrace.shutdown();
    }

    private interface Condition {
        boolean holds() throws IOException;
    }

    private static void await(Condition condition) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!condition.holds() && System.nanoTime() - end < 0) {
            Thread.sleep(10);
        }
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

    private void produce(int thread) {
        int sequence = 0;
        while (cutting) {
            log(thread, sequence++, "unsafe");
        }
        for (int i = 0; i < SAFE; i++) {
            log(thread, sequence++, "safe");
        }
    }

    private void log(int thread, int sequence, String word) {
        long start = System.nanoTime();
        try {
            Scenario.log("t", Level.INFO, thread + " " + sequence + " " + word + " " + "x".repeat(sequence % 300));
            logged.incrementAndGet();
            // Where the JVM throws what it still owes for an access that failed; hardly any other call does.
            arrays = new byte[thread & 1][sequence & 1];
        } catch (Throwable e) {
            last = e;
            errors.incrementAndGet();
        }
        longest.accumulateAndGet(System.nanoTime() - start, Math::max);
    }
}
