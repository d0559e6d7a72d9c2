package dev.tailrace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.config.model.Configuration;
import dev.tailrace.engine.LogEngine;
import dev.tailrace.finding.Finding;
import dev.tailrace.spi.LogEvent;
import front.AnyLogger;
import front.AnyLogger.Tag;
import java.io.File;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A front of a stranger's, on {@link dev.tailrace.spi}. */
final class FrontTest {
    private static final Tag SALE = new Tag("SALE", List.of());
    private static final Tag SUMMER = new Tag("SUMMER", List.of(SALE));

    @TempDir
    Path folder;

    private static String logTo(String pattern) {
        return "<appender name='F' class='ch.qos.logback.core.FileAppender'><file>FOLDER/app.log</file><encoder><pattern>"
                + pattern + "%n</pattern></encoder></appender>" + Scenario.root("INFO");
    }

    @Test
    void log_withAllThatAnEventHas_isInTheLine() throws Exception {
        try (Scenario scenario = Scenario.of(folder, logTo("%level %logger %msg %X{user} %kvp %method %ex{0}%nopex"))) {
            AnyLogger logger = new AnyLogger("a.b");
            logger.log(20, SUMMER, Map.of("user", "ann"), new IllegalStateException("boom"), "order {} filled", 7);
            logger.log(10, SUMMER, Map.of(), null, "below the level", 7);
            logger.log(30, null, null, null, "{} is all", 8);
            Tailrace.flush();
            assertThat(scenario.lines("app.log"))
                    .filteredOn(line -> !line.isEmpty())
                    .satisfiesExactly(
                            first -> assertThat(first)
                                    .startsWith(
                                            "INFO a.b order 7 filled ann argument=\"7\" "
                                                    + "log_withAllThatAnEventHas_isInTheLine java.lang.IllegalStateException: boom"),
                            second -> assertThat(second)
                                    .startsWith("WARN a.b 8 is all  argument=\"8\" "
                                            + "log_withAllThatAnEventHas_isInTheLine"));
        }
    }

    @Test
    void replay_anEventOfAnotherThread_hasItsTimeAndName() throws Exception {
        try (Scenario scenario = Scenario.of(folder, logTo("%d{yyyy-MM-dd HH:mm:ss.SSS, UTC} [%thread] %msg"))) {
            new AnyLogger("a.b").replay(20, 1_700_000_000_123_000_000L, "worker", "late");
            Tailrace.flush();
            assertThat(scenario.lines("app.log")).containsExactly("2023-11-14 22:13:20.123 [worker] late");
        }
    }

    @Test
    void passes_turboFilterOfAMarker_readsTheFrontsOwn() throws Exception {
        String filter = "<turboFilter class='ch.qos.logback.classic.turbo.MarkerFilter'><Marker>SALE</Marker>"
                + "<OnMatch>ACCEPT</OnMatch><OnMismatch>DENY</OnMismatch></turboFilter>";
        try (Scenario scenario = Scenario.of(folder, filter + logTo("%msg"))) {
            AnyLogger logger = new AnyLogger("a.b");
            logger.log(10, SUMMER, null, null, "{} refers to it", 1);
            logger.log(10, SALE, null, null, "{} is it", 2);
            logger.log(20, new Tag("OTHER", List.of()), null, null, "{} is another", 3);
            logger.log(40, null, null, null, "{} has none", 4);
            Tailrace.flush();
            assertThat(scenario.lines("app.log")).containsExactly("1 refers to it", "2 is it");
        }
    }

    /** As a module of its own that requires nothing of Tailrace's but core. */
    @Test
    void front_compiledAsAModule_needsCoreAlone() throws Exception {
        Path source = Path.of("src/test/java/front/AnyLogger.java");
        assertThat(compiled(Files.readString(source))).isEmpty();
        // A front must not see this package: proves that this test can fail.
        assertThat(compiled(Files.readString(source).replace("spi.LogEvent", "layout.event.Event")))
                .contains("dev.tailrace.layout.event");
    }

    private String compiled(String text) throws Exception {
        Path module = Files.createDirectories(folder.resolve("module"));
        Path descriptor = Files.writeString(
                module.resolve("module-info.java"), "module any.front { requires dev.tailrace.core; exports front; }");
        Files.createDirectories(module.resolve("front"));
        Path front = Files.writeString(module.resolve("front/AnyLogger.java"), text);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter said = new StringWriter();
        List<String> options = List.of(
                "--module-path", modulePath(), "-d", folder.resolve("classes").toString());
        try (var files = compiler.getStandardFileManager(null, null, null)) {
            boolean done = compiler.getTask(
                            said, files, null, options, null, files.getJavaFileObjects(descriptor, front))
                    .call();
            assertThat(done).isEqualTo(said.toString().isEmpty());
        }
        return said.toString();
    }

    private static String modulePath() {
        return Stream.of(Logger.class, LogEvent.class, Finding.class, LogEngine.class, Configuration.class)
                .map(FrontTest::origin)
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static String origin(Class<?> of) {
        try {
            return Path.of(of.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
