package dev.tailrace.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.junit.ChildRun.Logging;
import dev.tailrace.junit.measure.Kpis;
import dev.tailrace.junit.measure.Kpis.MethodTime;
import dev.tailrace.junit.report.Run;
import dev.tailrace.junit.report.TestResult;
import dev.tailrace.junit.suites.LaunchAgain;
import dev.tailrace.testkit.Jdk;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.opentest4j.TestAbortedException;

/** The listener and the extension at work: JUnit's own launcher, real backends, the oldest and the newest JUnit. */
@Tag("slow")
class LauncherTest {
    private static final String SUITES = "dev.tailrace.junit.suites.";

    /** Times are not compared, as they prove nothing on a busy machine. */
    private static final String NO_TIMES = "-Dtailrace.kpis.timeFactor=0";

    @TempDir
    Path folder;

    private ChildRun child(Logging logging) throws Exception {
        return new ChildRun(folder, logging);
    }

    private static Class<?> suite(String name) throws ClassNotFoundException {
        return Class.forName(SUITES + name);
    }

    @ParameterizedTest
    @CsvSource({
        "TAILRACE,false",
        "LOGBACK,false",
        "LOGBACK,true",
        "LOG4J,false",
        "LOG4J_ASYNC,false",
        "LOG4J_MIXED,false"
    })
    void budgets_onEachBackend_failTheTestsThatLogTooMuch(Logging logging, boolean oldest) throws Exception {
        ChildRun child = child(logging);
        ChildRun.Output output = (oldest ? child.onOldestJUnit() : child).run(suite("Budgets"));

        assertThat(output.out())
                .contains("SUCCESSFUL healthy()", "SUCCESSFUL budgetOfItsOwn()")
                .contains("FAILED spamming() " + SUITES + "Budgets#spamming() is over its log budget:\n"
                        + "  1,001 entries, budget 5\nLogged most:\n  1,000 x INFO by ROOT at ")
                .contains("FAILED warning() " + SUITES + "Budgets#warning() is over its log budget:\n"
                        + "  1 WARN entry, budget 0\n")
                .contains("  1 exception, budget 0\n")
                .contains("1 x java.lang.IllegalStateException at " + SUITES + "Budgets.swallowing(Budgets.java:")
                .contains("FAILED inAThreadOfItsOwn() ", "  10 entries, budget 5\n")
                .contains("FAILED spammingToo() " + SUITES + "Budgets$Inner#spammingToo() is over");
        if (logging != Logging.LOG4J_ASYNC && logging != Logging.LOG4J_MIXED) {
            assertThat(output.out()).contains(" x INFO by ROOT at " + SUITES + "Orders.printParameters(Orders.java:");
        }
        Kpis healthy = output.result("Budgets#healthy()").kpis();
        assertThat(healthy.levels()).isEqualTo(Map.of("INFO", 2L));
        assertThat(healthy.bytes()).isEqualTo(2 * bytes("order filled, quantity 3"));
        assertThat(healthy.methods()).extracting(MethodTime::method).containsExactly("filling");
        assertThat(output.result("Budgets#spamming()").kpis().rootEntries()).isEqualTo(1_000);
        assertThat(output.run().outside()).isZero();
        assertThat(output.err()).contains("5 over budget");
    }

    @ParameterizedTest
    @CsvSource({"false", "true"})
    void budgets_ofAnnotationsSuperclassesAndInterfaces_holdToo(boolean oldest) throws Exception {
        ChildRun child = child(Logging.LOGBACK);
        ChildRun.Output output = (oldest ? child.onOldestJUnit() : child).run(suite("Composed"));

        assertThat(output.out())
                .contains("SUCCESSFUL none()")
                .contains("FAILED annotationOfAnAnnotation() ")
                .contains("FAILED inherited() ")
                .contains("FAILED promised() ")
                .contains("  3 entries, budget 2\n");
    }

    /** Events of extensions that clean up after the budget's extension. */
    @Test
    void budgets_othersTidyUp_whatTheyLogCounts() throws Exception {
        ChildRun.Output output = child(Logging.LOGBACK).run(suite("TidyingUp"));

        assertThat(output.out())
                .contains("FAILED tight() " + SUITES
                        + "TidyingUp#tight() is over its log budget:\n  3 entries, budget 2\n")
                .contains("SUCCESSFUL generous()", "SUCCESSFUL generousToo()")
                .contains("FAILED OutsideItsTests " + SUITES + "TidyingUp$OutsideItsTests is over its log budget:\n"
                        + "  1 entry, budget 0\n")
                .as("the heir's budget, not that of the class around")
                .contains("SUCCESSFUL inHeirs()");
    }

    /** The jar is a module whose services and resources are found, and which has a private Gson. */
    @Tag("anyjdk")
    @Test
    void modulePath_aRunWithABaseline_isCountedAndReported() throws Exception {
        child(Logging.LOGBACK).onModulePath().with("-Dtailrace.kpis=update").run(suite("Plain"));
        ChildRun.Output output = child(Logging.LOGBACK)
                .onModulePath()
                .with(NO_TIMES, "-Dregression=true", "-Djunit.jupiter.extensions.autodetection.enabled=true")
                .run(suite("Plain"));
        assertThat(output.out()).contains("FAILED bills() " + SUITES + "Plain#bills() got worse than its baseline:");
        assertThat(output.err()).contains("1 worse than the baseline").doesNotContain("Exception");
        assertThat(Files.readString(folder.resolve("target/tailrace-kpis/index.html")))
                .contains("Over the kept builds", "uPlot");
    }

    /** The application's libraries, in any version, don't conflict with ours. */
    @Tag("anyjdk")
    @Test
    void jar_anyEntry_isInThePackagesOfThisModule() throws Exception {
        try (JarFile jar = new JarFile(ChildRun.JAR.toFile())) {
            List<String> names = jar.stream()
                    .map(ZipEntry::getName)
                    .filter(name -> !name.endsWith("/"))
                    .toList();
            assertThat(names)
                    .contains("dev/tailrace/junit/shaded/gson/Gson.class", "META-INF/LICENSE", "META-INF/NOTICE")
                    .allMatch(name -> name.startsWith("dev/tailrace/junit/")
                            || name.startsWith("META-INF/")
                            || name.equals("module-info.class"));
            for (String name :
                    names.stream().filter(each -> each.endsWith(".class")).toList()) {
                String bytes =
                        new String(jar.getInputStream(jar.getEntry(name)).readAllBytes(), StandardCharsets.ISO_8859_1);
                assertThat(bytes.replace("https://github.com/google/gson", ""))
                        .as(name)
                        .doesNotContain("com/google/gson", "dev/tailrace/report");
            }
        }
        assertThat(Files.readString(Path.of("dependency-reduced-pom.xml")))
                .doesNotContain("<artifactId>gson</artifactId>", "<artifactId>tailrace-report</artifactId>");
    }

    private static long bytes(String message) {
        return ("2026-11-21 10:15:30.123 INFO  [main] " + SUITES + "Orders - " + message + "\n").length();
    }

    @Tag("anyjdk")
    @Test
    void baseline_newestJUnit_failsTheTestThatGotWorse() throws Exception {
        child(Logging.LOGBACK).with("-Dtailrace.kpis=update", NO_TIMES).run(suite("Plain"));
        String baseline = Files.readString(folder.resolve("tailrace-kpis.json"));
        assertThat(baseline)
                .contains(
                        "\"" + SUITES + "Plain\"",
                        "Plain#bills()\"",
                        "Plain#fills(org.junit.jupiter.api.RepetitionInfo)[1]\"",
                        "Plain#makes()\"");

        ChildRun.Output same = child(Logging.LOGBACK).with(NO_TIMES).run(suite("Plain"));
        assertThat(same.out()).doesNotContain("FAILED");
        assertThat(same.err()).contains("0 worse than the baseline, 0 new, 0 vanished");
        assertThat(Files.readString(folder.resolve("tailrace-kpis.json"))).isEqualTo(baseline);

        ChildRun.Output worse =
                child(Logging.LOGBACK).with("-Dregression=true", NO_TIMES).run(suite("Plain"));
        assertThat(worse.out())
                .contains("FAILED bills() " + SUITES + "Plain#bills() got worse than its baseline:")
                .contains("  51 entries, 1 before, 2 allowed\n  50 entries by the root logger, 0 before, 1 allowed\n")
                .contains("  50 x INFO by ROOT at " + SUITES + "Orders.printParameters(Orders.java:")
                .contains("run the tests once with -Dtailrace.kpis=update and commit tailrace-kpis.json");
        assertThat(Files.readString(folder.resolve("target/tailrace-kpis/summary.md")))
                .contains("`Plain#bills()`", "INFO by `ROOT` at `Orders.printParameters(Orders.java:");
    }

    @Tag("anyjdk")
    @Test
    void baseline_oldestJUnit_failsOnlyWithAutodetection() throws Exception {
        child(Logging.TAILRACE).onOldestJUnit().with("-Dtailrace.kpis=update").run(suite("Plain"));

        ChildRun.Output known = child(Logging.TAILRACE)
                .onOldestJUnit()
                .with(NO_TIMES, "-Dregression=true")
                .run(suite("Plain"));
        assertThat(known.out()).contains("SUCCESSFUL bills()");
        assertThat(known.err())
                .contains("1 worse than the baseline")
                .as("what no test has failed with is said at the end")
                .contains("tailrace-kpis: " + SUITES
                        + "Plain#bills() got worse than its baseline:\n  51 entries, 1 before,")
                .containsPattern("50 x INFO by ROOT at .*Orders.printParameters\\(Orders.java:\\d+\\), new\\R")
                .containsPattern("1 x WARN by .* at .*Orders.bill\\(Orders.java:\\d+\\)\\R");

        ChildRun.Output first = child(Logging.TAILRACE)
                .countingFirst()
                .onOldestJUnit()
                .with(NO_TIMES, "-Dtailrace.kpis.fail=true")
                .run(suite("Plain"));
        assertThat(first.out())
                .contains("SUCCESSFUL bills()")
                .contains("FAILED testsThatPassedAreNoWorse tailrace.kpis.fail sees no tests of"
                        + " JUnit Jupiter, which run after this one");

        ChildRun.Output failed = child(Logging.TAILRACE)
                .onOldestJUnit()
                .with(NO_TIMES, "-Dregression=true", "-Djunit.jupiter.extensions.autodetection.enabled=true")
                .run(suite("Plain"));
        assertThat(failed.out()).contains("FAILED bills()");
    }

    @Tag("anyjdk")
    @Test
    void baseline_thatCannotBeRead_failsATestAndSaysWhy() throws Exception {
        Files.writeString(folder.resolve("tailrace-kpis.json"), "<<<<<<< HEAD\n");
        ChildRun.Output output = child(Logging.LOGBACK).run(suite("Plain"));
        assertThat(output.out()).contains("FAILED", "nothing can be compared with it", "tailrace-kpis.json");
    }

    /** With asynchronous loggers, a test's events are still in the queue at its end. */
    @ParameterizedTest
    @CsvSource({"LOG4J_ASYNC", "LOGBACK"})
    void baseline_silentTestsOneAfterTheOther_failWhenTheyGetWorse(Logging logging) throws Exception {
        child(logging).with("-Dtailrace.kpis=update").run(suite("Alone"));
        String[] strict = {"-Dtailrace.kpis.tolerance=0", "-Dregression=true"};
        ChildRun.Output output = child(logging).with(strict).run(suite("Alone"));

        assertThat(output.out())
                .contains("SUCCESSFUL aFails()")
                .containsPattern(
                        "FAILED bTakesLong.. .* got worse than its baseline:\\R +the sleep: .* ms response time, ")
                .containsPattern(
                        "FAILED cLogsWhatTakesLong.. .* got worse than its baseline:\\R.*\\R +1 entry, 0 before")
                .contains("SUCCESSFUL dIsTidiedUpLate()", "FAILED bills()", "SUCCESSFUL eLaunches()")
                .containsPattern("FAILED .*Launched .*Alone.Launched got worse than its baseline:")
                .as("the test around it isn't judged when the one of its name ends")
                .containsPattern(
                        "SUCCESSFUL fLogsAndLaunches.. \\RFAILED fLogsAndLaunches.. .* got worse than its baseline:");
        assertThat(output.result("Alone#dIsTidiedUpLate()").kpis().entries())
                .as("it was logged after the test was judged")
                .isEqualTo(1);
        assertThat(output.result("Alone#dIsTidiedUpLate()").changes())
                .as("the report says the same as the test")
                .isEmpty();
    }

    @Test
    void baseline_thatCannotBeRead_isNotForgottenForATestThatFailsItself() throws Exception {
        Files.writeString(folder.resolve("tailrace-kpis.json"), "<<<<<<< HEAD\n");
        ChildRun.Output output = child(Logging.LOGBACK).with("-Dfailing=true").run(suite("Alone"));
        assertThat(output.out())
                .contains("FAILED aFails() of its own\n")
                .containsPattern("FAILED bTakesLong.. .* nothing can be compared with it")
                .contains("SUCCESSFUL cLogsWhatTakesLong()");
    }

    @Test
    void baseline_testsThatAreRepeatedAndPassThen_areNotWorse() throws Exception {
        child(Logging.LOGBACK).with("-Dtailrace.kpis=update", NO_TIMES).run(suite("Plain"));
        ChildRun.Output output = child(Logging.LOGBACK)
                .with(NO_TIMES)
                .run(LaunchAgain.class, List.of(suite("Plain").getName()));
        assertThat(output.out()).contains("FAILED bills()", "SUCCESSFUL bills()");
        assertThat(output.err()).contains(" 1 worse than the baseline", " 0 worse than the baseline");
        assertThat(output.run().tests())
                .allSatisfy(test -> assertThat(test.changes()).isEmpty());
    }

    @Tag("anyjdk")
    @Test
    void testsThatATestLaunches_countForThemselves() throws Exception {
        ChildRun.Output output =
                child(Logging.LOGBACK).with("-Dtailrace.kpis.fail=true").run(suite("Launching"));
        assertThat(output.out())
                .contains("SUCCESSFUL launches()")
                .contains("launched FAILED " + SUITES + "Launching$Launched#spams() is over its log budget:\n"
                        + "  3 entries, budget 2\n");
        assertThat(output.out().lines().filter(line -> line.contains("testsThatPassedAreNoWorse")))
                .as("the test at the end is one of the outer run only")
                .hasSize(1);
        assertThat(output.out().lines().filter(line -> line.startsWith("launched ")))
                .hasSize(1);
        assertThat(output.result("Launching#launches()").kpis().entries()).isEqualTo(1);
    }

    @Tag("anyjdk")
    @Test
    void anotherProvider_budgets_sayThatNothingCanBeCounted() throws Exception {
        ChildRun.Output output = child(Logging.SIMPLE).run(suite("Budgets"));
        assertThat(output.err()).contains("log entries can't be counted: SLF4J logs to org.slf4j.simple.");
        assertThat(output.out())
                .contains("FAILED healthy() " + SUITES + "Budgets#healthy() has a log budget that can't be checked:");
        assertThat(output.err())
                .contains(
                        "7 tests, log entries not counted (SLF4J logs to org.slf4j.simple.SimpleLoggerFactory); see ");
    }

    @Test
    void anotherProvider_update_writesNoBaselineAndOneThatIsThereFails() throws Exception {
        ChildRun.Output update =
                child(Logging.SIMPLE).with("-Dtailrace.kpis=update").run(suite("Plain"));
        assertThat(update.err()).contains("log entries not counted", ", no baseline written; see ");
        assertThat(folder.resolve("tailrace-kpis.json")).doesNotExist();

        Files.writeString(
                folder.resolve("tailrace-kpis.json"), "{\"schema\": 1, \"exceptions\": \"logged\", \"tests\": {}}");
        ChildRun.Output compared = child(Logging.SIMPLE).run(suite("Plain"));
        assertThat(compared.out())
                .contains("There is a baseline, but log entries can't be compared with it: SLF4J logs");
        assertThat(compared.err()).doesNotContain("0 worse");
    }

    /** Boot stops, resets and reconfigures the logging when a context starts. */
    @ParameterizedTest
    @CsvSource({"LOGBACK", "LOG4J"})
    void springBoot_linesOfItsContexts_areCountedAllAndFailTheTest(Logging logging) throws Exception {
        ChildRun.Output output = child(logging).withSpring().run(suite("Booting"));
        long lines = Stream.concat(
                        Files.readString(folder.resolve("app.log")).lines(),
                        output.out().lines())
                .filter(line -> line.matches("\\d{4}-\\d\\d-\\d\\d[T ].*"))
                .count();
        assertThat(lines).isGreaterThan(2 * 500);
        assertThat(output.run().tests().stream()
                        .mapToLong(test -> test.kpis().entries())
                        .sum())
                .as(output.out())
                .isEqualTo(lines);
        assertThat(output.out())
                .contains("FAILED startsAContext() ", "FAILED startsAnother() ")
                .containsPattern("5\\d\\d entries, budget 50\\RLogged most:\\R  500 x INFO by ROOT at "
                        + SUITES.replace(".", "\\.") + "Orders.printParameters");
    }

    @Test
    void parallel_threadsOfTheirOwn_areAttributedAndTheRestIsTold() throws Exception {
        ChildRun.Output output = child(Logging.LOGBACK)
                .with(
                        "-Djunit.jupiter.execution.parallel.enabled=true",
                        "-Djunit.jupiter.execution.parallel.config.strategy=fixed",
                        "-Djunit.jupiter.execution.parallel.config.fixed.parallelism=2")
                .run(suite("Side"));

        TestResult left = output.result("Side#left()");
        TestResult right = output.result("Side#right()");
        assertThat(left.kpis().entries()).isEqualTo(3 + 1);
        assertThat(right.kpis().entries()).isEqualTo(7 + 1);
        assertThat(left.accompanied()).isTrue();
        assertThat(left.kpis().unsure()).isEqualTo(1);
        assertThat(right.kpis().unsure()).isEqualTo(1);
        Run run = output.run();
        assertThat(run.unattributed()).isEqualTo(1);
        assertThat(Files.readString(folder.resolve("target/tailrace-kpis/index.html")))
                .contains("Not attributed", "Side#left()");
    }

    @Test
    void exceptions_recorded_areCountedThoughNobodyLogsThem() throws Exception {
        ChildRun.Output output = child(Logging.LOGBACK)
                .with("-Dtailrace.kpis.exceptions=thrown", "-Dquiet=true")
                .run(suite("Budgets"));
        assertThat(output.out())
                .contains("FAILED swallowing() ", "  1 exception, budget 0\n")
                .contains("1 x java.lang.IllegalStateException at " + SUITES + "Budgets.swallowing");
        assertThat(output.run().exceptions()).isEqualTo("thrown");
        assertThat(output.result("Budgets#healthy()").kpis().exceptions()).isZero();
    }

    @Test
    void methods_jdk25_areTimed() throws Exception {
        Optional<Path> java = Jdk.java25();
        if (java.isEmpty()) {
            System.out.println("NOT RUN: needs JDK 25 (timing of methods)");
            throw new TestAbortedException("needs JDK 25");
        }
        ChildRun.Output output = child(Logging.TAILRACE)
                .java(java.orElseThrow())
                .with("-Dtailrace.kpis.methods=" + SUITES + "Orders::fill")
                .run(suite("Budgets"));
        assertThat(output.result("Budgets#healthy()").kpis().methods()).anySatisfy(time -> {
            assertThat(time.method()).isEqualTo(SUITES + "Orders::fill");
            assertThat(time.calls()).isEqualTo(2);
        });
    }

    @Tag("anyjdk")
    @Test
    void off_nothingIsMeasuredAndNothingFails() throws Exception {
        ChildRun.Output output =
                child(Logging.LOGBACK).with("-Dtailrace.kpis=off").run(suite("Budgets"));
        assertThat(output.out()).contains("SUCCESSFUL spamming()").doesNotContain("FAILED");
        assertThat(folder.resolve("target")).doesNotExist();
        assertThat(output.err()).doesNotContain("tailrace-kpis");
    }
}
