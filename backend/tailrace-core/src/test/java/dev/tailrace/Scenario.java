package dev.tailrace;

import dev.tailrace.runtime.Reporter;
import dev.tailrace.spi.LogEvent;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The engine of this JVM with a configuration of its own; closing it stops the engine. Standard error is kept. */
final class Scenario implements AutoCloseable {
    final Path folder;
    private final PrintStream standardError = System.err;
    private final ByteArrayOutputStream errors = new ByteArrayOutputStream();

    private Scenario(Path folder) {
        this.folder = folder;
        System.setErr(new PrintStream(errors, true, StandardCharsets.UTF_8));
    }

    /** {@code body}: the content of the element configuration, with FOLDER for the folder. */
    static Scenario of(Path folder, String body) throws IOException {
        Path lanes = folder.resolve("lanes");
        System.setProperty("tailrace.dir", lanes.toString());
        Path file = folder.resolve("tailrace.xml");
        Files.writeString(
                file, "<configuration>\n" + body.replace("FOLDER", folder.toString()) + "\n</configuration>\n");
        System.setProperty("tailrace.config", file.toString());
        Tailrace.shutdown();
        return new Scenario(folder);
    }

    /** Replaces the content of the element configuration, with FOLDER for the folder. */
    void rewrite(String body) throws IOException {
        overwrite("<configuration scan='true' scanPeriod='1 hour'>\n" + body.replace("FOLDER", folder.toString())
                + "\n</configuration>\n");
    }

    /** Replaces the configuration's file, in one step, by this text. */
    void overwrite(String text) throws IOException {
        Path next = Files.writeString(folder.resolve("tailrace.xml.next"), text);
        Files.move(next, folder.resolve("tailrace.xml"), StandardCopyOption.ATOMIC_MOVE);
    }

    /** The same as {@link #of} for a configuration that is watched; the test looks itself. */
    static Scenario watched(Path folder, String body) throws IOException {
        Scenario scenario = of(folder, "");
        scenario.rewrite(body);
        return scenario;
    }

    /** A configuration of one file, {@code app.log}, at INFO. {@code settings} are attributes of the element tailrace. */
    static Scenario ofFile(Path folder, String settings) throws IOException {
        return of(folder, "<tailrace " + settings + "/>" + fileAppender("app.log") + root("INFO"));
    }

    static String fileAppender(String name) {
        return "<appender name='F' class='ch.qos.logback.core.FileAppender'><file>FOLDER/" + name
                + "</file><encoder><pattern>%level %logger %msg%n</pattern></encoder></appender>";
    }

    static String root(String level) {
        return "<root level='" + level + "'><appender-ref ref='F'/></root>";
    }

    static void log(String logger, Level level, @Nullable String message, @Nullable Object... arguments) {
        Logger to = Tailrace.logger(logger);
        if (to.isEnabled(level.code())) {
            LogEvent event = to.open(level.code(), Scenario.class.getName());
            try {
                to.commit(event, message, arguments);
            } finally {
                to.close(event);
            }
        }
    }

    List<String> lines(String name) throws IOException {
        return Files.readAllLines(folder.resolve(name));
    }

    /** What was printed on standard error so far; all of what was reported before. */
    String errors() {
        // It gives a second, which a process that stands still meanwhile loses: what is to be printed isn't lost.
        Reporter reporter = new Reporter();
        boolean printed = reporter.awaitPrinted();
        for (int seconds = 1; !printed && seconds < 60; seconds++) {
            printed = reporter.awaitPrinted();
        }
        return errors.toString(StandardCharsets.UTF_8);
    }

    List<Path> laneFiles() throws IOException {
        Path lanes = folder.resolve("lanes");
        if (!Files.isDirectory(lanes)) {
            return List.of();
        }
        try (Stream<Path> all = Files.walk(lanes)) {
            return all.filter(file -> file.toString().endsWith(".ring")).toList();
        }
    }

    @Override
    public void close() {
        Tailrace.shutdown();
        System.setErr(standardError);
        System.clearProperty("tailrace.config");
        System.clearProperty("tailrace.dir");
    }
}
