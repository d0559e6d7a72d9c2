package dev.tailrace.logback;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.core.Context;
import dev.tailrace.testkit.JvmLauncher;
import dev.tailrace.testkit.Origins;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The appenders with older versions of Logback, in child JVMs. */
class OlderLogbackTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"1.3.", "1.5."})
    void filesAreEqual(String version) throws IOException {
        List<Path> jars = new ArrayList<>();
        try (Stream<Path> all = Files.list(Path.of("target", "logback"))) {
            all.filter(jar -> jar.getFileName().toString().contains("-" + version))
                    .forEach(jars::add);
        }
        assertThat(jars).hasSize(2);
        String others = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .filter(entry -> !Origins.of(Logger.class, Context.class).contains(Path.of(entry)))
                .reduce((first, second) -> first + File.pathSeparator + second)
                .orElseThrow();
        JvmLauncher.of(Compared.class, folder.toString())
                .classPath(jars)
                .classPath(others)
                .run();
        byte[] theirs = RolledFiles.joined(folder.resolve("theirs"), false);
        assertThat(theirs.length).isGreaterThan(10_000);
        assertThat(new String(RolledFiles.joined(folder.resolve("ours"), false), UTF_8))
                .isEqualTo(new String(theirs, UTF_8));
    }

    /** Logs with both appenders. */
    static final class Compared {
        private Compared() {}

        public static void main(String[] arguments) throws Exception {
            Path folder = Path.of(arguments[0]);
            LoggerContext context = Host.context();
            Host.configure(
                    context,
                    folder.resolve("logback.xml"),
                    Host.appender("THEIRS", Host.ROLLING, App.inside(folder.resolve("theirs"), "4KB")),
                    Host.appender("OURS", TailraceAppender.class.getName(), App.inside(folder.resolve("ours"), "4KB")),
                    Host.appender("FILE", Host.ROLLING, App.inside(folder.resolve("async"), "4KB")),
                    Host.appender("ASYNC", AsyncAppender.class.getName(), "<appender-ref ref=\"FILE\"/>"),
                    Host.root("THEIRS", "OURS", "ASYNC"));
            Logger logger = context.getLogger("compared");
            for (int i = 0; i < 1_000; i++) {
                logger.info("line {} {}", i, Arrays.asList(i, "x"));
            }
            context.stop();
            byte[] ours = RolledFiles.joined(folder.resolve("ours"), false);
            if (!Arrays.equals(ours, RolledFiles.joined(folder.resolve("async"), false))) {
                throw new AssertionError("what the asynchronous appender wrote differs: " + Host.statuses(context));
            }
        }
    }
}
