package dev.tailrace.slf4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.testkit.Origins;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import org.slf4j.bridge.SLF4JBridgeHandler;

/** The findings on standard error if something on the class path takes lines away. */
final class ClassPathFindingsTest {
    @TempDir
    Path folder;

    private static List<Path> logback() throws IOException {
        try (Stream<Path> jars = Files.list(Path.of("target/logback"))) {
            return jars.filter(each -> each.getFileName().toString().startsWith("logback-"))
                    .map(Path::toAbsolutePath)
                    .toList();
        }
    }

    private static String text(List<String> lines) {
        return String.join(" ", lines).replaceAll("\\s+", " ");
    }

    @Test
    void logbackBehind_isSaid() throws Exception {
        ChildJvm.Output output = new ChildJvm(folder, "%msg%n").with(logback()).run(OneLine.class);

        assertThat(text(output.err()))
                .contains("TR1142", "ch.qos.logback.classic.spi.LogbackServiceProvider", "SLF4J uses Tailrace")
                .contains("Exclude ch.qos.logback:logback-classic");
        assertThat(output.log()).containsExactly("logged");
    }

    @Test
    void logbackBehind_withTailraceNamed_isFine() throws Exception {
        ChildJvm.Output output = new ChildJvm(folder, "%msg%n")
                .with(logback())
                .options("-Dslf4j.provider=dev.tailrace.slf4j.TailraceServiceProvider")
                .run(OneLine.class);

        assertThat(text(output.err())).doesNotContain("TR1142");
        assertThat(output.log()).containsExactly("logged");
    }

    /** Only the provider's constructor runs in this case. */
    @Test
    void logbackInFront_isSaid() throws Exception {
        List<String> path = new ArrayList<>();
        logback().forEach(each -> path.add(each.toString()));
        Origins.of(org.slf4j.Logger.class, TailraceLogger.class, OneLine.class)
                .forEach(each -> path.add(each.toString()));
        Origins.backend().forEach(each -> path.add(each.toString()));
        Path err = folder.resolve("err");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        String.join(File.pathSeparator, path),
                        OneLine.class.getName())
                .redirectError(err.toFile())
                .redirectOutput(folder.resolve("out").toFile())
                .start();
        assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();

        assertThat(text(Files.readAllLines(err)))
                .contains("TR1142", "SLF4J uses ch.qos.logback.classic.spi.LogbackServiceProvider", "and not Tailrace");
        assertThat(process.exitValue()).isZero();
    }

    @Test
    @Tag("slow")
    void julBridge_thatIsNotInstalled_isSaidAfterSomeSeconds() throws Exception {
        ChildJvm.Output output =
                new ChildJvm(folder, "%msg%n").with(SLF4JBridgeHandler.class).run(OneLine.class, "7000");
        assertThat(text(output.err())).contains("TR1141", "nothing has installed it");
    }

    @Test
    @Tag("slow")
    void julBridge_thatIsInstalledAfterTheFirstLine_isFine() throws Exception {
        ChildJvm.Output output =
                new ChildJvm(folder, "%msg%n").with(SLF4JBridgeHandler.class).run(OneLine.class, "7000", "install");
        assertThat(output.err()).isEmpty();
    }

    /** Logs a line, and waits for a while. */
    static final class OneLine {
        private OneLine() {}

        /** Waits for the milliseconds of the first argument; a second argument installs the bridge. */
        public static void main(String[] arguments) throws InterruptedException {
            LoggerFactory.getLogger(OneLine.class).info("logged");
            if (arguments.length > 1) {
                SLF4JBridgeHandler.removeHandlersForRootLogger();
                SLF4JBridgeHandler.install();
            }
            // Another thread writes standard error.
            Thread.sleep(arguments.length == 0 ? 500 : Long.parseLong(arguments[0]));
        }
    }
}
