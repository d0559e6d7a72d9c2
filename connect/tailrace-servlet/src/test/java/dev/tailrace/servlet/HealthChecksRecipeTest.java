package dev.tailrace.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.slf4j.TailraceServiceProvider;
import dev.tailrace.testkit.ChildProcess;
import dev.tailrace.testkit.JvmLauncher;
import dev.tailrace.testkit.Origins;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;

/** The recipe of docs/guide/cookbook.md that keeps health checks out of a log, in a Tomcat. */
class HealthChecksRecipeTest {
    @TempDir
    Path folder;

    @Test
    void healthChecks_leaveOnlyTheirWarnings() throws Exception {
        assertThat(serve(recipe("health")))
                .containsExactly(
                        "INFO GET /orders 200", "WARN database is slow", "INFO GET /orders 200", "INFO stopped");
    }

    /** The trap. */
    @Test
    void otherEvents_withoutADefaultThreshold_areGone() throws Exception {
        String filter = recipe("health").replaceFirst(" *<DefaultThreshold>.*\n", "");

        assertThat(serve(filter)).containsExactly("WARN database is slow");
    }

    private List<String> serve(String turboFilter) throws Exception {
        Path config = Files.writeString(
                folder.resolve("logback.xml"),
                "<configuration>" + turboFilter
                        + "<appender name='F' class='ch.qos.logback.core.FileAppender'><file>app.log</file>"
                        + "<encoder><pattern>%level %msg%n</pattern></encoder></appender>"
                        + "<root level='INFO'><appender-ref ref='F'/></root></configuration>");
        ChildProcess child = JvmLauncher.of(Requests.class, "/orders", "/actuator/health/liveness", "/orders")
                .options("-Dtailrace.config=" + config)
                .classPath(classPath())
                .in(folder)
                .run();
        assertThat(child.err()).as("of the configuration").doesNotContain("TR10");
        return Files.readAllLines(folder.resolve("app.log"));
    }

    /** With the filter of the recipe, compiled without Spring's annotations. */
    private String classPath() throws Exception {
        Path source = Files.writeString(
                folder.resolve("HealthChecks.java"),
                "import jakarta.servlet.*; import jakarta.servlet.http.*; import java.io.IOException;"
                        + " import org.slf4j.MDC;\n"
                        + recipe("HealthChecks.java").replaceAll("(?m)^@.*", ""));
        String path = Stream.concat(
                        Origins.backend().stream(),
                        Origins.of(TailraceServiceProvider.class, Logger.class, Requests.class).stream())
                .map(Path::toString)
                .collect(Collectors.joining(
                        File.pathSeparator, "", File.pathSeparator + RedeployTest.Servlet.JAKARTA.jars()));
        assertThat(ToolProvider.getSystemJavaCompiler()
                        .run(null, null, null, "-proc:none", "-cp", path, source.toString()))
                .isZero();
        return path + File.pathSeparator + folder;
    }

    private static String recipe(String name) throws Exception {
        Matcher block = Pattern.compile("<!-- example: " + name + " -->\\R```\\w*\\R(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(Path.of("../../docs/guide/cookbook.md")));
        assertThat(block.find()).as(name).isTrue();
        return block.group(1);
    }
}
