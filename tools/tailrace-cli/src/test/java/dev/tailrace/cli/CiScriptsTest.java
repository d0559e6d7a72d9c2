package dev.tailrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.Gson;
import dev.tailrace.testkit.ChildProcess;
import dev.tailrace.testkit.JvmLauncher;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code .ci/run} counts and what it takes for a lost line. */
@Tag("anyjdk")
class CiScriptsTest {
    /** Compiled once here; {@code .ci/run} starts the source files, which takes a second each. */
    @TempDir
    static Path classes = Path.of("");

    @TempDir
    Path folder;

    private record Ended(int status, List<String> lines) {
        String last() {
            return lines.get(lines.size() - 1);
        }
    }

    @BeforeAll
    static void compile() {
        Path scripts = Project.root().resolve(".ci");
        int status = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-cp",
                        gson().toString(),
                        "-d",
                        classes.toString(),
                        scripts.resolve("SumReports.java").toString(),
                        scripts.resolve("CheckRace.java").toString());
        assertThat(status).isZero();
    }

    @Test
    void sum_severalModules_addsAllReports() throws Exception {
        report("a", "A", "<testcase classname='A' name='one'/><testcase classname='A' name='two'/>");
        report("b", "B", "<testcase classname='B' name='x'><failure message='no'>at</failure></testcase>");
        report("b", "C", "<testcase classname='C' name='y'><error/></testcase>" + skipped("C", "z", "needs root"));

        Ended ended = sum();

        assertThat(ended.last()).isEqualTo("2 passed, 2 failed, 1 skipped");
        assertThat(ended.lines()).contains("FAILED: B.x", "FAILED: C.y", "NOT RUN: needs root (1 test)");
        assertThat(ended.status()).isEqualTo(1);
    }

    @Test
    void sum_projectThatATestHasBuilt_isNotCounted() throws Exception {
        report("a", "A", "<testcase classname='A' name='one'/>");
        report("a/target/examples/kpis", "Spam", "<testcase classname='Spam' name='s'><failure/></testcase>");

        Ended ended = sum();

        assertThat(ended.last()).isEqualTo("1 passed, 0 failed, 0 skipped");
        assertThat(ended.status()).isZero();
    }

    @Test
    void sum_onlyAllowedSkips_isGood() throws Exception {
        report("a", "A", "<testcase classname='A' name='one'/>" + skipped("A", "b", "needs a browser"));

        Ended ended = sum();

        assertThat(ended.lines()).containsExactly("NOT RUN: needs a browser (1 test)", "1 passed, 0 failed, 1 skipped");
        assertThat(ended.status()).isZero();
    }

    @Test
    void sum_skipForAnotherReason_fails() throws Exception {
        report("a", "A", "<testcase classname='A' name='one'/>" + skipped("A", "lazy", "not today"));

        Ended ended = sum();

        assertThat(ended.last()).isEqualTo("1 passed, 1 failed, 0 skipped");
        assertThat(ended.lines().get(0)).startsWith("FAILED: A.lazy was skipped for another reason than");
        assertThat(ended.status()).isEqualTo(1);
    }

    @Test
    void sum_skippedHereAndRunOnTheOtherJdk_countsAsRun() throws Exception {
        report("a", "A", skipped("A", "virtual", "needs JDK 25"));
        report("a", "A-jdk25", "<testcase classname='A(jdk25)' name='virtual'/>");

        assertThat(sum().lines()).containsExactly("1 passed, 0 failed, 0 skipped");
    }

    @Test
    void sum_noReports_fails() throws Exception {
        Ended ended = sum();

        assertThat(ended.lines()).containsExactly("FAILED: no test ran", "0 passed, 1 failed, 0 skipped");
        assertThat(ended.status()).isEqualTo(1);
    }

    @Test
    void sum_truncatedReport_fails() throws Exception {
        report("a", "A", "<testcase classname='A' name='one'/>");
        Files.writeString(reports("a").resolve("TEST-B.xml"), "<testsuite><testcase classname='B' name='o");

        Ended ended = sum();

        assertThat(ended.last()).isEqualTo("1 passed, 1 failed, 0 skipped");
        assertThat(ended.lines().get(0)).startsWith("FAILED: unreadable report ");
    }

    @Test
    void sum_passedWhenRunAgain_isPrintedAsFlaky() throws Exception {
        String flaky = "'><flakyFailure message='late'>too late</flakyFailure></testcase>";
        report("a", "A", "<testcase classname='A' name='one" + flaky);

        Ended ended = sum();

        assertThat(ended.lines()).containsExactly("FLAKY: A.one", "    too late", "1 passed, 0 failed, 0 skipped");
        assertThat(ended.status()).isZero();

        report("b", "B", ("<testcase classname='B' name='x" + flaky).repeat(3));

        assertThat(sum().lines()).contains("FAILED: 4 flaky tests, and 3 are allowed", "4 passed, 1 failed, 0 skipped");
    }

    @Test
    void sum_failedSteps_countAsFailures() throws Exception {
        report("a", "A", "<testcase classname='A' name='one'/>");

        Ended ended = sum("2");

        assertThat(ended.last()).isEqualTo("1 passed, 2 failed, 0 skipped");
        assertThat(ended.status()).isEqualTo(1);
    }

    @Test
    void race_nothingLost_isGood() throws Exception {
        Ended ended = race(scene("I1", 0) + "," + scene("I2", 0) + "," + scene("I3", 0) + "," + scene("I5", 0));

        assertThat(ended.status()).isZero();
        assertThat(ended.lines()).hasSize(4).first().isEqualTo("I1 tailrace: events=5, lost=0, duplicated=0, torn=0");
    }

    @Test
    void race_oneLineLost_fails() throws Exception {
        Ended ended = race(scene("I1", 0) + "," + scene("I2", 0) + "," + scene("I3", 1) + "," + scene("I5", 0));

        assertThat(ended.status()).isEqualTo(1);
        assertThat(ended.lines()).contains("FAILED: I3 tailrace lost 1");
    }

    @Test
    void race_sceneOrFieldMissing_fails() throws Exception {
        Ended ended = race(scene("I1", 0) + ",{\"id\":\"I3\",\"backends\":[{\"name\":\"tailrace\",\"events\":3}]}");

        assertThat(ended.status()).isEqualTo(1);
        assertThat(ended.lines())
                .contains(
                        "FAILED: I2 has no figures of tailrace",
                        "FAILED: I5 has no figures of tailrace",
                        "FAILED: I3 tailrace has no lost");
    }

    @Test
    void race_noJson_fails() throws Exception {
        Path file = Files.writeString(folder.resolve("race.json"), "{");

        assertThat(java("CheckRace", file.toString()).status()).isEqualTo(1);
    }

    /** What the script finds in the command line's jar. */
    private static Path gson() {
        return Path.of(URI.create(
                Gson.class.getProtectionDomain().getCodeSource().getLocation().toString()));
    }

    private static String scene(String id, int lost) {
        return "{\"id\":\"" + id + "\",\"backends\":[{\"name\":\"logback\",\"events\":5,\"lost\":3},"
                + "{\"name\":\"tailrace\",\"events\":5,\"lost\":" + lost + ",\"duplicated\":0,\"torn\":0}]}";
    }

    private Ended race(String scenes) throws IOException, InterruptedException {
        Path file = Files.writeString(folder.resolve("race.json"), "{\"incidents\":[" + scenes + "]}");
        return java("CheckRace", file.toString());
    }

    private static String skipped(String suite, String name, String reason) {
        return "<testcase classname='" + suite + "' name='" + name + "'><skipped message='" + reason
                + "' type='org.opentest4j.TestAbortedException'/><system-out>NOT RUN: " + reason
                + "</system-out></testcase>";
    }

    private void report(String module, String suite, String cases) throws IOException {
        Files.writeString(
                reports(module).resolve("TEST-" + suite + ".xml"),
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name='" + suite + "'>" + cases
                        + "</testsuite>");
    }

    private Path reports(String module) throws IOException {
        return Files.createDirectories(folder.resolve(module).resolve("target/surefire-reports"));
    }

    private Ended sum(String... failedSteps) throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of(folder.toString()));
        arguments.addAll(List.of(failedSteps));
        return java("SumReports", arguments.toArray(String[]::new));
    }

    private Ended java(String script, String... args) throws IOException {
        ChildProcess child = JvmLauncher.of(script, args)
                .classPath(gson() + File.pathSeparator + classes)
                .merged()
                .start();
        return new Ended(child.status(), child.out().lines().toList());
    }
}
