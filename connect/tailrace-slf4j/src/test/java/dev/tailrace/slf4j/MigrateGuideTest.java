package dev.tailrace.slf4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.Tailrace;
import dev.tailrace.testkit.ChildProcess;
import dev.tailrace.testkit.JvmLauncher;
import dev.tailrace.testkit.Origins;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Code with Logback's classes, run with Tailrace: docs/guide/migrate-from-logback.md shows its exceptions, so that a search finds them. */
@Tag("anyjdk")
class MigrateGuideTest {
    private static final String IMPORTS = """
            import ch.qos.logback.classic.*;
            import ch.qos.logback.classic.spi.ILoggingEvent;
            import ch.qos.logback.core.read.ListAppender;
            import org.slf4j.LoggerFactory;
            """;
    private static final String LEVEL =
            "((ch.qos.logback.classic.Logger) LoggerFactory.getLogger(\"x\")).setLevel(Level.DEBUG);";
    private static final String CONTEXT = "((LoggerContext) LoggerFactory.getILoggerFactory()).stop();";
    private static final String LIST = """
            ListAppender<ILoggingEvent> list = new ListAppender<>();
            list.start();
            ((ch.qos.logback.classic.Logger) LoggerFactory.getLogger("x")).addAppender(list);
            """;

    @TempDir
    Path folder;

    /** Runs the code with Tailrace in front. */
    private ChildProcess run(String code, boolean withLogback, String... options) throws Exception {
        Path source = Files.writeString(
                folder.resolve("Code.java"),
                IMPORTS + "class Code { public static void main(String[] arguments) { Used.run(); } }\n"
                        + "class Used { static void run() {\n" + code + "\n} }\n");
        List<Path> logback = Guide.jars("logback", "logback-");
        String path = Origins.classPath(org.slf4j.Logger.class)
                + File.pathSeparator
                + logback.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
        assertThat(ToolProvider.getSystemJavaCompiler()
                        .run(null, null, null, "-cp", path, "-d", folder.toString(), source.toString()))
                .isZero();
        List<Path> running = new ArrayList<>(List.of(folder));
        running.addAll(Origins.backend());
        running.addAll(Origins.of(Tailrace.class, TailraceLogger.class, org.slf4j.Logger.class));
        if (withLogback) {
            running.addAll(logback);
        }
        Path config = Files.writeString(folder.resolve("logback.xml"), "<configuration/>");
        try (ChildProcess child = JvmLauncher.of("Code")
                .options("-Dtailrace.config=" + config)
                .options(options)
                .classPath(running)
                .in(folder)
                .start()) {
            child.status();
            return child;
        }
    }

    /** The thrown exception as the JVM prints it, without its stack. */
    private String thrown(String code, boolean withLogback) throws Exception {
        ChildProcess child = run(code, withLogback);
        assertThat(child.status()).as(child.log()).isOne();
        // Findings may precede it.
        Matcher thrown =
                Pattern.compile("java\\.lang\\.\\w+(Exception|Error): .*").matcher(child.err());
        assertThat(thrown.find()).as(child.log()).isTrue();
        return thrown.group();
    }

    private static void assertShown(String exception) throws Exception {
        String shown = Guide.page("migrate-from-logback.md").blockWith("cannot be cast");
        assertThat(shown.lines())
                .as("docs/guide/migrate-from-logback.md shows %s", exception)
                // The modules of both follow.
                .contains(exception.replaceFirst(" \\(dev\\.tailrace\\..*", ""));
    }

    @Test
    void level_setByLogbacksClass_failsAsTheGuideShows() throws Exception {
        String thrown = thrown(LEVEL, true);

        assertThat(thrown).startsWith("java.lang.ClassCastException").contains("ch.qos.logback.classic.Logger");
        assertShown(thrown);
    }

    @Test
    void context_ofLogbacksClass_failsAsTheGuideShows() throws Exception {
        String thrown = thrown(CONTEXT, true);

        assertThat(thrown).startsWith("java.lang.ClassCastException").contains("LoggerContext");
        assertShown(thrown);
    }

    @Test
    void level_withoutLogbacksJar_failsAsTheGuideShows() throws Exception {
        String thrown = thrown(LEVEL, false);

        assertThat(thrown).startsWith("java.lang.NoClassDefFoundError");
        assertShown(thrown);
    }

    @Test
    void context_withoutLogbacksJar_failsAsTheGuideShows() throws Exception {
        assertShown(thrown(CONTEXT, false));
    }

    @Test
    void listAppender_failsAsTheGuideShows() throws Exception {
        assertThat(thrown(LIST, true)).isEqualTo(thrown(LEVEL, true));
    }

    @Test
    void listAppender_withoutLogbacksJar_failsAsTheGuideShows() throws Exception {
        String thrown = thrown(LIST, false);

        assertThat(thrown).startsWith("java.lang.NoClassDefFoundError");
        assertShown(thrown);
    }

    /** The guide's advice for tests that need Logback. */
    @Test
    void listAppender_withLogbackNamed_works() throws Exception {
        String option = Guide.page("migrate-from-logback.md")
                .inline("-Dslf4j.provider=ch.qos.logback.classic.spi.LogbackServiceProvider");

        ChildProcess child = run(LIST + LEVEL + CONTEXT, true, option);

        assertThat(child.status()).as(child.log()).isZero();
    }
}
