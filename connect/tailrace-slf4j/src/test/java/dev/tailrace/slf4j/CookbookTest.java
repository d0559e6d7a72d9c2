package dev.tailrace.slf4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.testkit.ChildProcess;
import dev.tailrace.testkit.Jdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The recipes of docs/guide/cookbook.md; that for health checks is tested in a container, in tailrace-servlet. */
@Tag("anyjdk")
class CookbookTest {
    private static final int SCREEN = 40;
    private static final int MANY = 50_000;

    @TempDir
    Path folder;

    private static Guide page() throws IOException {
        return Guide.page("cookbook.md");
    }

    @Test
    void recipes_fitOnAScreen() throws IOException {
        String text = Files.readString(Path.of("../../docs/guide/cookbook.md"));

        List<String> recipes =
                List.of(text.split("(?m)^## ", -1)).stream().skip(1).toList();

        assertThat(recipes)
                .hasSize(6)
                .allSatisfy(recipe -> assertThat(recipe.strip().lines()).hasSizeLessThanOrEqualTo(SCREEN));
    }

    @Test
    void healthChecks_inLog4j2_areDroppedByTheirPath() throws Exception {
        String filter = page().inline(
                        "<RegexFilter regex=\".*/actuator/health.*\" onMatch=\"DENY\"" + " onMismatch=\"NEUTRAL\"/>");
        Path config = Files.writeString(
                folder.resolve("log4j2.xml"),
                "<Configuration><Appenders><File name='F' fileName='log/app.log'>" + filter
                        + "<PatternLayout pattern='%m%n'/></File></Appenders>"
                        + "<Loggers><Root level='INFO'><AppenderRef ref='F'/></Root></Loggers></Configuration>");

        ChildJvm.Output output = child("replaced")
                .options("-Dtailrace.config=" + config)
                .run(program("log.info(\"GET {} 200\", \"/actuator/health/liveness\");"
                        + " log.info(\"GET {} 200\", \"/orders\");"));

        assertThat(output.err()).isEmpty();
        assertThat(log("app")).containsExactly("GET /orders 200");
    }

    @Test
    void twoFiles_haveWhatTheRecipeSays() throws Exception {
        String audit = "var audit = org.slf4j.LoggerFactory.getLogger(\"audit\"); audit.info(\"audited\");";
        Path program = program("log.info(\"started\"); log.error(\"failed\"); " + audit);

        ChildJvm.Output output = child(page().example("two-files.xml")).run(program);

        assertThat(output.err()).isEmpty();
        assertThat(messages("app")).containsExactly("started", "failed", "audited");
        assertThat(messages("errors")).containsExactly("failed");
    }

    @Test
    void twoFiles_withAFileForALogger_haveItsLinesInOneOnly() throws Exception {
        String logger = page().inline("<logger name=\"audit\" additivity=\"false\">");
        String config = page().example("two-files.xml")
                .replace(
                        "  <root",
                        "<appender name='AUDIT' class='ch.qos.logback.core.FileAppender'><file>log/audit.log</file>"
                                + "<encoder><pattern>- %msg%n</pattern></encoder></appender>" + logger
                                + "<appender-ref ref='AUDIT'/></logger>\n  <root");

        child(config).run(program("org.slf4j.LoggerFactory.getLogger(\"audit\").error(\"audited\");"));

        assertThat(messages("audit")).containsExactly("audited");
        assertThat(messages("app")).isEmpty();
        assertThat(messages("errors")).isEmpty();
    }

    @Test
    void masking_ofTheRecipesCalls_givesItsLines() throws Exception {
        Guide page = page();

        ChildJvm.Output output = child(page.example("masking.xml")).run(program(page.example("masking calls")));

        assertThat(output.err()).isEmpty();
        assertThat(log("app"))
                .map(String::stripTrailing)
                .filteredOn(line -> !line.startsWith("\tat "))
                .containsExactlyElementsOf(
                        page.example("masking output").lines().toList());
        assertThat(log("app")).noneMatch(line -> line.contains("s3cret") || line.contains("4111"));
    }

    /** The trap. */
    @Test
    void masking_ofTheMessageAlone_leavesTheStackTraceAsItIs() throws Exception {
        Guide page = page();
        String config = page.example("masking.xml").replace("%n%ex)", ")").replace("'}</pattern>", "'}%n</pattern>");

        child(config).run(program(page.example("masking calls")));

        assertThat(log("app")).anyMatch(line -> line.contains("password=s3cret"));
    }

    /** Beside a drainer that is stopped, as if the disk took nothing. */
    @Test
    void neverBlock_dropsWhatHasNoRoom_andTheLogSaysHowMany() throws Exception {
        String config = page().example("never-block.xml");
        try (ChildProcess first = child(config).start(Orders.class, "1")) {
            awaitLine(first, "logged");
            while (log("app").isEmpty()) {
                Thread.sleep(20);
            }
            first.stop();
            String small = config.replace("16MB", "1MB").replace("100MB", "0");
            try (ChildProcess second = child(small).start(Orders.class, String.valueOf(MANY))) {
                awaitLine(second, "logged");
                first.resume();
                second.process().outputWriter().close();
                second.succeeded();
            }
            first.process().outputWriter().close();
            first.succeeded();
        }

        Pattern report = Pattern.compile(
                Pattern.quote(page().example("never-block output").strip())
                        .replace("8137", "\\E(\\d+)\\Q")
                        .replaceAll("2026-\\S+Z", "\\\\E[0-9T:.Z-]+\\\\Q"));
        long dropped = 0;
        long written = 0;
        for (String line : log("app")) {
            Matcher matcher = report.matcher(line);
            if (matcher.matches()) {
                dropped += Long.parseLong(matcher.group(1));
            } else {
                assertThat(line).startsWith("INFO  Orders - order ");
                written++;
            }
        }
        assertThat(dropped).isPositive();
        assertThat(written + dropped).isEqualTo(1 + MANY);
    }

    @Test
    void json_ofAFailure_isTheLineThatTheRecipeShows() throws Exception {
        Guide page = page();
        Path source = Files.writeString(folder.resolve("Orders.java"), """
                class Orders {
                    public static void main(String[] args) {
                        var log = org.slf4j.LoggerFactory.getLogger(Orders.class);

                        log.error("order {} failed", 4711, new IllegalStateException("no stock"));
                    }
                }
                """);

        ChildJvm.Output output = child(page.example("json.xml")).piped().run(source);

        assertThat(output.err()).isEmpty();
        assertThat(output.out())
                .singleElement()
                .satisfies(line -> assertThat(alike(line))
                        .isEqualTo(alike(page.example("json output").strip())));
    }

    /** Without the time, and the frames of the launcher of source files. */
    private static String alike(String json) {
        return json.replaceFirst("\"@timestamp\":\"\\d{4}-[^\"]+\"", "TIME")
                .replaceFirst("(Orders\\.java:\\d+\\)\\\\n)[^\"]*", "$1");
    }

    @Test
    void virtualThreads_writeEachLine_withTheirNames() throws Exception {
        Path java = Jdk.java25().orElse(null);
        if (java == null) {
            System.out.println("NOT RUN: needs JDK 25");
            Assumptions.abort("needs JDK 25");
        }
        Guide page = page();
        String pattern = page.inline("%-5level [%thread] %logger - %msg%n");
        Path source = Files.writeString(folder.resolve("Virtual.java"), page.example("Virtual.java"));

        ChildJvm.Output output = new ChildJvm(folder, pattern).java(java).run(source);

        assertThat(output.err()).isEmpty();
        assertThat(output.log())
                .containsExactlyInAnyOrderElementsOf(IntStream.range(0, 10_000)
                        .mapToObj(i -> page.example("virtual output").strip().replace("17", String.valueOf(i)))
                        .toList());
        String nameless = page.example("Virtual.java").replace(".name(\"order-\", 0)", "");
        Files.writeString(source, nameless);
        Path log = folder.resolve("app.log");
        Files.delete(log);
        new ChildJvm(folder, pattern).java(java).run(source);
        assertThat(Files.readAllLines(log)).as("the trap").hasSize(10_000).allMatch(line -> line.contains("[virtual-"));
    }

    private ChildJvm child(String config) throws IOException {
        ChildJvm jvm = new ChildJvm(folder, "replaced by the recipe's");
        Files.writeString(folder.resolve("logback.xml"), config);
        return jvm;
    }

    private Path program(String calls) throws IOException {
        return Files.writeString(folder.resolve("Orders.java"), """
                class Orders {
                    public static void main(String[] args) {
                        var log = org.slf4j.LoggerFactory.getLogger(Orders.class);
                        %s
                    }
                }
                """.formatted(calls));
    }

    private List<String> log(String name) throws IOException {
        Path file = folder.resolve("log").resolve(name + ".log");
        return Files.exists(file) ? Files.readAllLines(file) : List.of();
    }

    private List<String> messages(String name) throws IOException {
        return log(name).stream()
                .map(line -> line.substring(line.lastIndexOf("- ") + 2))
                .toList();
    }

    private static void awaitLine(ChildProcess child, String line) throws IOException {
        assertThat(child.process().inputReader().readLine()).isEqualTo(line);
    }

    /** Logs as many orders as its argument says, and ends with its input. */
    static final class Orders {
        private Orders() {}

        public static void main(String[] arguments) throws IOException {
            Logger log = LoggerFactory.getLogger("Orders");
            int orders = Integer.parseInt(arguments[0]);
            for (int i = 0; i < orders; i++) {
                log.info("order {} filled", i);
            }
            System.out.println("logged");
            System.in.readAllBytes();
        }
    }
}
