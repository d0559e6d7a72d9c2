package dev.tailrace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tailrace in class loaders that come and go, as those of web applications. */
@Tag("slow")
class LoaderWatchTest {
    private static final int LOADERS = 60;
    private static final long PATIENCE_SECONDS = 60;

    @TempDir
    Path folder;

    private final PrintStream standardError = System.err;
    private final ByteArrayOutputStream errors = new ByteArrayOutputStream();

    @BeforeEach
    void configure() throws IOException {
        Path config = Files.writeString(
                folder.resolve("logback.xml"),
                "<configuration><tailrace directory='" + folder.resolve("lanes") + "'/>"
                        + "<appender name='F' class='ch.qos.logback.core.rolling.RollingFileAppender'><file>"
                        + folder.resolve("app.log") + "</file><rollingPolicy"
                        + " class='ch.qos.logback.core.rolling.TimeBasedRollingPolicy'><fileNamePattern>"
                        + folder.resolve("app.%d.log.gz") + "</fileNamePattern></rollingPolicy>"
                        + "<encoder><pattern>%msg%n</pattern></encoder></appender>"
                        + "<root level='INFO'><appender-ref ref='F'/></root></configuration>");
        System.setProperty("tailrace.config", config.toString());
        System.setErr(new PrintStream(errors, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void restore() {
        System.clearProperty("tailrace.config");
        System.setErr(standardError);
    }

    @Test
    void shutdown_leavesNothingThatKeepsItsClassLoader() throws Exception {
        needsLoadersToBeCollected();
        List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
        for (int i = 0; i < LOADERS; i++) {
            loaders.add(used(i));
        }

        awaitCollected(loaders);
        assertThat(mappings()).isEmpty();
        assertThat(lines()).containsExactlyElementsOf(numbers(LOADERS));
        assertThat(errors()).isEmpty();
    }

    private static WeakReference<ClassLoader> used(int number) throws Exception {
        try (ClosableLoader loader = new ClosableLoader()) {
            loader.log("line " + number);
            loader.shutdown();
            return new WeakReference<>(loader);
        }
    }

    @Test
    void close_withoutShutdown_writesAllAndEndsWithoutOneMoreClass() throws Exception {
        ClosableLoader loader = new ClosableLoader();
        Object logger = loader.logger();
        for (int i = 0; i < 100; i++) {
            ClosableLoader.log(logger, "line " + i);
        }
        loader.close();

        awaitEnd(loader);
        assertThat(lines()).containsExactlyElementsOf(numbers(100));
        assertThat(loader.refused()).containsExactly("dev/tailrace/Tailrace.class");
        assertThat(laneFiles()).isEmpty();
        assertThat(errors()).contains("TR3019").doesNotContain("TR4005", "NoClassDefFoundError");
    }

    @Test
    void log_afterTheEnd_isDroppedAndStartsNothing() throws Exception {
        ClosableLoader loader = new ClosableLoader();
        Object logger = loader.logger();
        ClosableLoader.log(logger, "line 0");
        loader.close();
        awaitEnd(loader);

        ClosableLoader.log(logger, "too late");
        assertThat(threadsOf(loader)).isEmpty();
        assertThat(lines()).containsExactly("line 0");
        assertThat(loader.refused()).containsExactly("dev/tailrace/Tailrace.class");
        assertThat(errors()).doesNotContain("TR4005", "NoClassDefFoundError");
    }

    /** The usual one of the JDK finds nothing once it is closed. */
    @Test
    void close_ofLoadersThatFindNothing_letsThemGo() throws Exception {
        needsLoadersToBeCollected();
        List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            loaders.add(abandoned(i));
        }

        awaitCollected(loaders);
        assertThat(lines()).containsExactlyInAnyOrderElementsOf(numbers(5));
        assertThat(errors()).doesNotContain("TR4005", "NoClassDefFoundError");
    }

    private static WeakReference<ClassLoader> abandoned(int number) throws Exception {
        try (URLClassLoader loader =
                new URLClassLoader(ClosableLoader.backend(), ClassLoader.getPlatformClassLoader())) {
            Class<?> tailrace = Class.forName("dev.tailrace.Tailrace", true, loader);
            ClosableLoader.log(tailrace.getMethod("logger", String.class).invoke(null, "app"), "line " + number);
            // Where classes are in a folder, only the end of the loader makes them unfindable.
            return new WeakReference<>(loader);
        }
    }

    @Test
    void close_afterAShutdown_isNoFinding() throws Exception {
        ClosableLoader loader = new ClosableLoader();
        loader.log("line 0");
        loader.shutdown();
        loader.log("line 1");
        loader.close();

        awaitEnd(loader);
        assertThat(lines()).containsExactly("line 0", "line 1");
        assertThat(errors()).isEmpty();
    }

    private static List<String> numbers(int count) {
        return IntStream.range(0, count).mapToObj(i -> "line " + i).toList();
    }

    private List<String> lines() throws IOException {
        return Files.readAllLines(folder.resolve("app.log"));
    }

    private List<Path> laneFiles() throws IOException {
        try (Stream<Path> files = Files.walk(folder.resolve("lanes"))) {
            return files.filter(file ->
                            file.toString().endsWith(".ring") || file.toString().endsWith(".owner"))
                    .toList();
        }
    }

    private String errors() {
        return errors.toString(StandardCharsets.UTF_8);
    }

    private static void awaitEnd(ClassLoader loader) {
        await().atMost(PATIENCE_SECONDS, TimeUnit.SECONDS)
                .untilAsserted(() -> assertThat(threadsOf(loader)).isEmpty());
    }

    private static List<String> threadsOf(ClassLoader loader) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> loader.equals(thread.getClass().getClassLoader()))
                .map(Thread::getName)
                .toList();
    }

    private static void awaitCollected(List<WeakReference<ClassLoader>> loaders) {
        await().atMost(PATIENCE_SECONDS, TimeUnit.SECONDS).until(() -> {
            System.gc();
            return loaders.stream().allMatch(each -> each.get() == null);
        });
    }

    /** Lanes that are still mapped; they go with a collection. */
    private List<String> mappings() throws IOException {
        Path maps = Path.of("/proc/self/maps");
        if (!Files.exists(maps)) {
            return List.of();
        }
        await().atMost(PATIENCE_SECONDS, TimeUnit.SECONDS).until(() -> {
            System.gc();
            return mapped(maps).isEmpty();
        });
        return mapped(maps);
    }

    private List<String> mapped(Path maps) throws IOException {
        return Files.readAllLines(maps).stream()
                .filter(line -> line.contains(folder.toString()))
                .toList();
    }

    /** On JDK 25 loaders stay softly reachable until memory is short, unless soft references may go at once. */
    private static void needsLoadersToBeCollected() {
        String option = "-XX:SoftRefLRUPolicyMSPerMB=0";
        boolean given = ManagementFactory.getRuntimeMXBean().getInputArguments().contains(option);
        if (Runtime.version().feature() >= 25 && !given) {
            Assumptions.abort("needs " + option + " on JDK 25");
        }
    }
}
