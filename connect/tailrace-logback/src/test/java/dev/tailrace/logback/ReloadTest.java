package dev.tailrace.logback;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Changes of the configuration while threads log. */
class ReloadTest {
    private static final int RELOADS = 20;
    private static final int THREADS = 3;

    @TempDir
    Path folder;

    private void configure(LoggerContext context, String name, String size) throws Exception {
        Host.configure(
                context,
                folder.resolve(name + ".xml"),
                Host.appender(
                        "FILE",
                        TailraceAppender.class.getName(),
                        App.inside(Files.createDirectories(folder.resolve("logs")), size)),
                Host.appender("GATE", Gate.class.getName(), "<appender-ref ref=\"FILE\"/>"),
                Host.root("GATE"));
    }

    private List<String> lines() throws Exception {
        return new String(RolledFiles.joined(folder.resolve("logs"), false), UTF_8)
                .lines()
                .toList();
    }

    @Test
    void twentyResetsUnderLoad_loseAndDoubleNothing() throws Exception {
        LoggerContext context = Host.context();
        configure(context, "first", "1MB");
        Gate.TAKEN.clear();
        AtomicBoolean over = new AtomicBoolean();
        List<Thread> threads = threads(context, over);
        for (int i = 0; i < RELOADS; i++) {
            Thread.sleep(50);
            context.reset();
            configure(context, "next", i % 2 == 0 ? "500KB" : "1MB");
        }
        Thread.sleep(50);
        over.set(true);
        for (Thread thread : threads) {
            thread.join();
        }
        context.stop();
        List<String> lines = lines();
        Set<String> written = new HashSet<>(lines);
        assertThat(written).hasSameSizeAs(lines);
        assertThat(Gate.TAKEN.size()).isGreaterThan(10_000);
        List<String> lost = new ArrayList<>(Gate.TAKEN);
        lost.removeIf(written::contains);
        assertThat(lost).isEmpty();
    }

    @Test
    void twoContextsOfOneFile_shareItsLog() throws Exception {
        LoggerContext old = Host.context();
        configure(old, "old", "1MB");
        Gate.TAKEN.clear();
        AtomicBoolean over = new AtomicBoolean();
        List<Thread> threads = new ArrayList<>(threads(old, over));
        Thread.sleep(100);
        LoggerContext next = Host.context();
        configure(next, "next", "500KB");
        threads.addAll(threads(next, over));
        Thread.sleep(100);
        old.stop();
        Thread.sleep(100);
        over.set(true);
        for (Thread thread : threads) {
            thread.join();
        }
        next.stop();
        List<String> lines = lines();
        Set<String> written = new HashSet<>(lines);
        assertThat(written).hasSameSizeAs(lines);
        List<String> lost = new ArrayList<>(Gate.TAKEN);
        lost.removeIf(written::contains);
        assertThat(lost).isEmpty();
        assertThat(lines.stream().map(line -> line.split(" ", -1)[0]).distinct())
                .hasSize(2 * THREADS);
    }

    private static List<Thread> threads(LoggerContext context, AtomicBoolean over) {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            Logger logger = context.getLogger("reload");
            Thread thread = new Thread(() -> {
                String name = "t" + Thread.currentThread().getId();
                for (int line = 0; !over.get(); line++) {
                    logger.info("{} {}", name, line);
                    if (line % 20 == 0) {
                        LockSupport.parkNanos(20_000);
                    }
                }
            });
            thread.start();
            threads.add(thread);
        }
        return threads;
    }
}
