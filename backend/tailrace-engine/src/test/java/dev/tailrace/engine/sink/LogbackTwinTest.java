package dev.tailrace.engine.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.core.ContextBase;
import ch.qos.logback.core.encoder.EchoEncoder;
import ch.qos.logback.core.rolling.DefaultTimeBasedFileNamingAndTriggeringPolicy;
import ch.qos.logback.core.rolling.FixedWindowRollingPolicy;
import ch.qos.logback.core.rolling.RollingFileAppender;
import ch.qos.logback.core.rolling.RollingPolicy;
import ch.qos.logback.core.rolling.SizeAndTimeBasedFileNamingAndTriggeringPolicy;
import ch.qos.logback.core.rolling.SizeBasedTriggeringPolicy;
import ch.qos.logback.core.rolling.TimeBasedFileNamingAndTriggeringPolicy;
import ch.qos.logback.core.rolling.TimeBasedRollingPolicy;
import ch.qos.logback.core.util.Duration;
import ch.qos.logback.core.util.FileSize;
import dev.tailrace.destination.Rolling;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The same lines at the same moments through Logback and through Tailrace leave the same files. */
@Tag("twin")
class LogbackTwinTest {
    /** Moments of a script; each gets a few lines. */
    private static final List<String> SCRIPT = List.of(
            "2024-03-09T22:59:58",
            "2024-03-09T23:00:01",
            "2024-03-10T00:00:00",
            "2024-03-10T12:30:00",
            "2024-03-12T08:00:00",
            "2024-03-19T08:00:00",
            "2024-04-02T08:00:00",
            "2024-04-02T08:00:30");

    private Path ours;
    private Path theirs;
    private Rig rig;
    /** Logback's cleaner shares a calendar with its appender; in a thread of its own it now and then deletes too much. */
    private final ContextBase context = new ContextBase() {
        @Override
        public synchronized ExecutorService getExecutorService() {
            return new InCaller();
        }

        @Override
        public synchronized ExecutorService getAlternateExecutorService() {
            return new InCaller();
        }
    };

    private static final class InCaller extends AbstractExecutorService {
        @Override
        public void execute(Runnable task) {
            task.run();
        }

        @Override
        public void shutdown() {}

        @Override
        public List<Runnable> shutdownNow() {
            return List.of();
        }

        @Override
        public boolean isShutdown() {
            return false;
        }

        @Override
        public boolean isTerminated() {
            return false;
        }

        @Override
        public boolean awaitTermination(long timeout, TimeUnit unit) {
            return true;
        }
    }

    @BeforeEach
    void makeFolders(@TempDir Path folder) throws Exception {
        ours = Files.createDirectory(folder.resolve("ours"));
        theirs = Files.createDirectory(folder.resolve("theirs"));
        rig = new Rig(ours);
    }

    @ParameterizedTest
    @CsvSource({
        "app.%i.log, 1, 3",
        "old/app.%i.log.gz, 1, 4",
        "app.%i.log.gz, 0, 2",
        "app-%i.zip, 1, 3",
        "%i/app.log, 2, 5",
    })
    void window(String pattern, int min, int max) throws Exception {
        RollingFileAppender<Object> appender = appender("app.log");
        FixedWindowRollingPolicy policy = new FixedWindowRollingPolicy();
        policy.setFileNamePattern(theirs + "/" + pattern);
        policy.setMinIndex(min);
        policy.setMaxIndex(max);
        start(policy, appender);
        SizeBasedTriggeringPolicy<Object> trigger = new SizeBasedTriggeringPolicy<>();
        trigger.setMaxFileSize(new FileSize(20));
        trigger.setCheckIncrement(new Duration(0));
        trigger.setContext(context);
        trigger.start();
        appender.setTriggeringPolicy(trigger);
        appender.start();
        // A zip's entry is dated to the minute by the real clock, which Logback doesn't let anybody set.
        rig.nowNanos = TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis());
        Sink sink = rig.open("app.log", new Rolling.FixedWindow(rig.path(pattern), min, max, 20));
        for (int i = 0; i < 17; i++) {
            String line = "line " + i;
            // Its gate lets one look pass per millisecond.
            long before = System.currentTimeMillis();
            await().pollDelay(1, TimeUnit.MILLISECONDS)
                    .pollInterval(1, TimeUnit.MILLISECONDS)
                    .until(() -> System.currentTimeMillis() > before + 1);
            appender.doAppend(line);
            rig.log(sink, line);
            rig.archive();
        }
        appender.stop();
        rig.close(sink);
        assertThat(minutesHidden(rig.tree())).isEqualTo(minutesHidden(Rig.tree(theirs)));
    }

    private static String minutesHidden(Object tree) {
        return tree.toString().replaceAll("\\d{4}-\\d\\d-\\d\\d_\\d{4}", "MINUTE");
    }

    @ParameterizedTest
    @CsvSource({
        "app.log, app.%d.log, 0",
        "app.log, app.%d{yyyy-MM-dd_HH}.log.gz, 0",
        "app.log, '%d{yyyy/MM,aux}/app.%d{yyyy-MM-dd}.log.zip', 0",
        "app.log, app.%d{yyyy-MM}.log, 0",
        "app.log, 'app.%d{yyyy-MM-dd-HH,Asia/Tokyo}.log', 0",
        ", app.%d{yyyy-MM-dd_HH-mm-ss}.log, 0",
        ", app.%d.log.gz, 0",
        "app.log, app.%d.%i.log.gz, 20",
        "app.log, app.%d{yyyy-MM-dd_HH}.%i.log, 12",
        ", app.%d.%i.log.gz, 20",
        ", app-%d.%i.log, 20",
        "app.log, '%d{yyyy,aux}/app.%d{yyyy-MM-dd}.%i.zip', 20",
        "app.log, 'app.%d{yyyy-MM-dd, UTC}.%i.log', 20",
        "app.log, 'app.%d{yyyy-MM-dd,America/New_York}.log', 0",
        ", 'app.%d{yyyy-MM-dd_HH,Asia/Kolkata}.log', 0",
        "app.log, '%d{yyyy-MM-dd,aux}/%d{HH,aux}/app.%d{yyyy-MM-dd-HH}.log.gz', 0",
        "app.log, '%d{yyyy-MM-dd}/app.log', 0",
        "app.log, '%d{yyyy/MM/dd}/app.log.gz', 0",
        "app.log, '%d{yyyy-MM-dd}/app.%i.log', 20",
        "app.log, '%d{yyyy-MM-dd}/%i/app.log', 20",
        "app.log, 'parts/%i/app.%d.log.gz', 20",
        "app.log, '%i/%d{yyyy-MM,aux}/app.%d.log', 20",
        ", 'parts/%i/app.%d.log', 20",
        ", '%d{yyyy-MM-dd}/app.%i.log', 20",
        "app.log, '%i-app.%d{yyyyMMdd}.log', 20",
        "app.log, 'app.%d{yyyy-MM-dd}.%i.%i.log', 20",
        "app.log, \"app.%d{yyyy-MM-dd'T'HH}.log\", 0",
        "app.log, 'app.%d{dd-MM-yyyy}.log', 0",
        "app.log, 'app.%d{yyyy-DDD}.log', 0",
        "app.log, 'app.%d{yyyy-MM-dd_HH-mm}.%i.log', 20",
    })
    void dated(@Nullable String file, String pattern, long size) throws Exception {
        compare(file, pattern, size, 0, 0);
    }

    @ParameterizedTest
    @CsvSource({
        "app.%d.log, 0, 3, 0",
        "app.%d.%i.log, 20, 2, 0",
        "app.%d{yyyy-MM}.log, 0, 1, 0",
        "app.%d{yyyy-ww}.log, 0, 2, 0",
        "app.%d{yyyy-MM-dd_HH}.log, 0, 5, 0",
        "'app.%d{yyyy-MM-dd,Asia/Tokyo}.log', 0, 3, 0",
        "%d{yyyy-MM-dd}/app.log, 0, 3, 0",
        "%d{yyyy/MM/dd}/app.log.gz, 0, 3, 0",
        "'%d{yyyy/MM,aux}/app.%d{yyyy-MM-dd}.log', 0, 3, 0",
        "'old/%d{yyyy-MM,aux}/%d{dd,aux}/app.%d{yyyy-MM-dd}.%i.log.gz', 20, 2, 0",
        "%d{yyyy-MM-dd}/app.%i.log, 20, 2, 0",
        "'%i-app.%d{yyyyMMdd}.log', 20, 2, 0",
    })
    void pruned(String pattern, long size, int history, long cap) throws Exception {
        compare("app.log", pattern, size, history, cap);
    }

    /** Another program's file in a folder keeps the folder. */
    @ParameterizedTest
    @CsvSource({
        "2024-03-09/keep.txt, %d{yyyy-MM-dd}/app.log, 0",
        "2024/03/keep.txt, '%d{yyyy/MM,aux}/app.%d{yyyy-MM-dd}.log', 0",
        "2024-03-10/app.7.txt, %d{yyyy-MM-dd}/app.%i.log, 20",
        "2024-03-01/app.log, %d{yyyy-MM-dd}/app.log, 0",
    })
    void prunedAroundOthers(String other, String pattern, long size) throws Exception {
        for (Path side : List.of(ours, theirs)) {
            Path file = side.resolve(other);
            Files.createDirectories(file.getParent());
            Files.writeString(file, "somebody's");
        }
        compare("app.log", pattern, size, 2, 0);
    }

    /** Logback looks back a month only, and takes away the folder that all others were in. */
    @Test
    void prunedAfterLong_removesTheFileOfThatTimeAndLeavesTheFolderOfThePattern() throws Exception {
        for (Path side : List.of(ours, theirs)) {
            Files.createDirectories(side.resolve("logs/2023-12-31"));
            Files.writeString(side.resolve("logs/2023-12-31/app.log"), "old");
        }
        compareUpTo(0, "app.log", "logs/%d{yyyy-MM-dd}/app.log", 0, 1, 0);

        assertThat(theirs.resolve("logs/2023-12-31/app.log")).exists();
        assertThat(ours.resolve("logs")).isEmptyDirectory();
    }

    /** Only what Logback does with the folders that it made itself. */
    @Test
    void prunedToTheLast_leavesTheFolderOfThePattern() throws Exception {
        compareUpTo(SCRIPT.size(), "app.log", "logs/%d{yyyy-MM-dd}/app.log", 0, 1, 0);

        assertThat(theirs.resolve("logs")).doesNotExist();
        assertThat(ours.resolve("logs")).isEmptyDirectory();
    }

    @Test
    void sizeCap() throws Exception {
        compare("app.log", "app.%d.%i.log", 20, 30, 65);
    }

    private void compare(@Nullable String file, String pattern, long size, int history, long cap) throws Exception {
        compareUpTo(SCRIPT.size(), file, pattern, size, history, cap);
        assertThat(rig.tree()).isEqualTo(Rig.tree(theirs)).isNotEmpty();
        assertThat(folders(ours)).isEqualTo(folders(theirs));
    }

    /** Compares the trees of files after so many moments of the script, each, and runs the rest of it. */
    private void compareUpTo(int compared, @Nullable String file, String pattern, long size, int history, long cap)
            throws Exception {
        RollingFileAppender<Object> appender = appender(file);
        TimeBasedRollingPolicy<Object> policy = new TimeBasedRollingPolicy<>();
        TimeBasedFileNamingAndTriggeringPolicy<Object> clock = naming(size);
        clock.setCurrentTime(Rig.millis(SCRIPT.get(0)));
        policy.setTimeBasedFileNamingAndTriggeringPolicy(clock);
        policy.setFileNamePattern(theirs + "/" + pattern);
        policy.setMaxHistory(history);
        policy.setTotalSizeCap(new FileSize(cap));
        start(policy, appender);
        appender.setTriggeringPolicy(policy);
        appender.start();
        rig.at(SCRIPT.get(0));
        Sink sink = rig.open(file, rig.dated(pattern, size, history, cap));
        int number = 0;
        int moments = 0;
        for (String moment : SCRIPT) {
            clock.setCurrentTime(Rig.millis(moment));
            rig.at(moment);
            for (int i = 0; i < 5; i++) {
                String line = "line " + number++;
                appender.doAppend(line);
                rig.log(sink, line);
            }
            rig.archive();
            if (moments++ >= compared) {
                continue;
            }
            // Nothing of Logback runs in another thread any more; waiting costs nothing where it is equal already.
            await().atMost(30, TimeUnit.SECONDS)
                    .ignoreExceptions()
                    .pollDelay(0, TimeUnit.MILLISECONDS)
                    .pollInterval(5, TimeUnit.MILLISECONDS)
                    .untilAsserted(() -> assertThat(rig.tree()).isEqualTo(Rig.tree(theirs)));
        }
        appender.stop();
        rig.close(sink);
        assertThat(rig.findings).isEmpty();
    }

    private static List<String> folders(Path side) throws IOException {
        try (Stream<Path> all = Files.walk(side)) {
            return all.filter(Files::isDirectory)
                    .map(each -> side.relativize(each).toString())
                    .sorted()
                    .toList();
        }
    }

    private static TimeBasedFileNamingAndTriggeringPolicy<Object> naming(long size) {
        if (size == 0) {
            return new DefaultTimeBasedFileNamingAndTriggeringPolicy<>();
        }
        SizeAndTimeBasedFileNamingAndTriggeringPolicy<Object> naming =
                new SizeAndTimeBasedFileNamingAndTriggeringPolicy<>();
        naming.setMaxFileSize(new FileSize(size));
        return naming;
    }

    private RollingFileAppender<Object> appender(@Nullable String file) {
        RollingFileAppender<Object> appender = new RollingFileAppender<>();
        appender.setContext(context);
        EchoEncoder<Object> encoder = new EchoEncoder<>();
        encoder.setContext(context);
        encoder.start();
        appender.setEncoder(encoder);
        if (file != null) {
            appender.setFile(theirs + "/" + file);
        }
        return appender;
    }

    private <P extends ch.qos.logback.core.rolling.RollingPolicyBase & RollingPolicy> void start(
            P policy, RollingFileAppender<Object> appender) {
        policy.setContext(context);
        policy.setParent(appender);
        policy.start();
        appender.setRollingPolicy(policy);
    }
}
