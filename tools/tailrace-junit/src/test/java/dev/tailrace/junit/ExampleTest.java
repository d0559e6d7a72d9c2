package dev.tailrace.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.junit.report.Run;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The example project, built by Maven as in its guide: Surefire and Failsafe with the newest JUnit on three backends. */
@Tag("anyjdk")
@Tag("slow")
class ExampleTest {
    private static final Path ORIGINAL = MavenBuild.root().resolve("examples").resolve("kpis");
    private static final String STATEMENTS = "com\\.example\\.statements\\.Statements";
    private static final String DUMP = STATEMENTS + "\\.dump\\(Statements\\.java:";
    private static final Path COPIES = Path.of("target", "examples").toAbsolutePath();

    @Test
    void example_onThreeBackends_healthyTestsPassAndSpamFails() throws Exception {
        MavenBuild build = MavenBuild.copyOf(ORIGINAL, COPIES.resolve("healthy"));

        MavenBuild.Result result = build.run("-Pspam", "-Dmaven.test.failure.ignore=true", "verify");

        assertThat(result.status()).as(result.output()).isZero();
        for (String backend : List.of("tailrace", "logback", "log4j2")) {
            Path target = build.project().resolve(backend).resolve("target");
            assertThat(report(target, "surefire-reports", "StatementsTest"))
                    .as(backend)
                    .contains("tests=\"2\"", "failures=\"0\"", "errors=\"0\"", "skipped=\"0\"");
            assertThat(report(target, "failsafe-reports", "StatementsIT"))
                    .as(backend)
                    .contains("tests=\"1\"", "failures=\"0\"", "errors=\"0\"");
            assertThat(report(target, "surefire-reports", "SpamTest"))
                    .as(backend)
                    .contains("failures=\"1\"", "SpamTest#dump_everything_isOverBudget() is over its log budget:")
                    .contains("1,350 entries, budget 10")
                    .as("the three places that log most, " + backend)
                    .containsPattern("Logged most:\\s+about [\\d,]+ x INFO by ROOT at " + DUMP + "31\\)"
                            + "\\s+about [\\d,]+ x INFO by " + STATEMENTS + " at " + DUMP + "33\\)"
                            + "\\s+about [\\d,]+ x WARN by " + STATEMENTS + " at " + DUMP + "36\\)");
            Run run = Run.read(target.resolve("tailrace-kpis").resolve("run.json"));
            assertThat(run.tests())
                    .as("unit and integration tests of a build are one run, " + backend)
                    .extracting(test -> test.id().replaceFirst(".*\\.", ""))
                    .contains(
                            "StatementsIT#call_tenTimes_logsOneLineEach()", "SpamTest#dump_everything_isOverBudget()");
            assertThat(run.tests())
                    .as("nothing but the spam is worse or new, " + backend)
                    .filteredOn(test -> !test.changes().isEmpty() || test.isNew())
                    .allMatch(test -> test.className().endsWith("SpamTest"));
            assertThat(run.backend().replace(" ", "")).startsWithIgnoringCase(backend);
        }
    }

    private static String report(Path target, String folder, String test) throws Exception {
        return Files.readString(target.resolve(folder).resolve("TEST-com.example.statements." + test + ".xml"));
    }

    @Test
    void example_infoInALoopThroughTheRootLogger_isCaughtAgainstTheBaseline() throws Exception {
        MavenBuild build = MavenBuild.copyOf(ORIGINAL, COPIES.resolve("regression"));
        Path source = build.project().resolve("src/main/java/com/example/statements/Statements.java");
        String code = Files.readString(source);
        assertThat(code).contains("log.debug(\"parameter");
        Files.writeString(source, code.replace("log.debug(\"parameter", "root.info(\"parameter"));

        MavenBuild.Result result = build.run("-pl", "logback", "test");

        assertThat(result.status()).as(result.output()).isNotZero();
        String readme = Files.readString(ORIGINAL.resolve("README.md"));
        int start = readme.indexOf("StatementsTest#call");
        for (String part : readme.substring(start, readme.indexOf("```", start)).split("\\.\\.\\.\n", -1)) {
            assertThat(result.output().replace("\r\n", "\n")).contains(part.strip());
        }
        Path reports = build.project().resolve("logback/target/tailrace-kpis");
        assertThat(Files.readString(reports.resolve("index.html")))
                .contains(
                        "StatementsTest#call_withParameters_countsThem()",
                        "40 entries by the root logger, 0 before, 1 allowed",
                        "INFO by ROOT",
                        "com.example.statements.Statements.printParameters(Statements.java:");
        assertThat(Files.readString(reports.resolve("junit.xml")))
                .contains("name=\"tailrace.rootEntries\" value=\"40\"");
    }
}
