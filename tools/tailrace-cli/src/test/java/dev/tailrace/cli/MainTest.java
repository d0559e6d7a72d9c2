package dev.tailrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.finding.Nearest;
import dev.tailrace.testkit.JvmLauncher;
import java.io.File;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class MainTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    Path folder;

    @Test
    void help_root_namesTheVerbsAndTheExitStatus() {
        assertThat(run("--help")).isZero();
        assertThat(out.toString()).contains("race", "lint", "drain", "verify", "Exit status", "tailrace VERB --help");
        assertThat(err.toString()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "race", "bench", "torture", "lint", "drain", "verify"})
    void help_everywhere_fitsEightyColumns(String verb) {
        assertThat(verb.isEmpty() ? run("--help") : run(verb, "--help")).isZero();
        assertThat(out.toString().lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "race", "bench", "torture", "lint", "drain", "verify"})
    void version_everywhere_isTheBuilds(String verb) {
        assertThat(verb.isEmpty() ? run("--version") : run(verb, "--version")).isZero();
        assertThat(out.toString()).matches("tailrace \\d+\\.\\d+\\.\\d+(-SNAPSHOT)? \\(Java .+\\)\\R");
    }

    @Test
    void noVerb_printsHelpOnStandardErrorAndFails() {
        assertThat(run()).isEqualTo(2);
        assertThat(err.toString()).contains("Usage: tailrace");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void unknownVerb_namesTheNearest() {
        assertThat(run("rcae")).isEqualTo(2);
        assertThat(err.toString().lines())
                .containsExactly("tailrace: unknown verb 'rcae'. Did you mean 'race'?", "See `tailrace --help`.");
    }

    @Test
    void unknownVerb_nothingNear_guessesNothing() {
        assertThat(run("xylophone")).isEqualTo(2);
        assertThat(err.toString()).contains("unknown verb 'xylophone'.").doesNotContain("Did you mean");
    }

    @Test
    void unknownOption_namesTheNearest() {
        assertThat(run("race", "--qiuck")).isEqualTo(2);
        assertThat(err.toString().lines())
                .containsExactly(
                        "tailrace: unknown option '--qiuck'. Did you mean '--quick'?", "See `tailrace race --help`.");
    }

    @Test
    void unknownOption_withValue_namesTheNearest() {
        assertThat(run("race", "--jsn=x.json")).isEqualTo(2);
        assertThat(err.toString()).contains("'--jsn'. Did you mean '--json'?");
    }

    @Test
    void superfluousWord_isRefused() {
        assertThat(run("race", "fast")).isEqualTo(2);
        assertThat(err.toString()).contains("unexpected argument 'fast'.");
    }

    @Test
    void optionWithoutItsFile_isRefused() {
        assertThat(run("race", "--json")).isEqualTo(2);
        assertThat(err.toString()).contains("--json").contains("`tailrace race --help`");
    }

    @Test
    void wordWithControlCharacters_cannotMoveTheCursor() {
        assertThat(run("\u001b[2Jrace")).isEqualTo(2);
        assertThat(err.toString()).doesNotContain("\u001b");
    }

    @Test
    void race_outsideACheckout_saysWhereItRuns() {
        assertThat(run("race", "--quick")).isEqualTo(2);
        assertThat(err.toString()).contains("runs only in a checkout", "./tailrace race");
    }

    @Test
    void race_notBuilt_saysHow() throws Exception {
        Files.createDirectories(folder.resolve("proof/tailrace-bench"));

        assertThat(runIn(folder, "race")).isEqualTo(2);
        assertThat(err.toString()).contains("not built yet", folder.resolve("tailrace") + " race");
    }

    @Test
    void race_itsArguments_arePassedOnInTheirOrder() {
        RaceCommand race = new RaceCommand(Checkout.named(null), new PrintWriter(err));
        new CommandLine(race).parseArgs("--html=a b.html", "--json", "-", "--quick");

        assertThat(race.arguments()).isEqualTo(List.of("--html", "a b.html", "--json", "-", "--quick"));
    }

    @Test
    void race_savedResult_isPassedOn() {
        RaceCommand race = new RaceCommand(Checkout.named(null), new PrintWriter(err));
        new CommandLine(race).parseArgs("--from", "race.json", "--all");

        assertThat(race.arguments()).isEqualTo(List.of("--from", "race.json", "--all"));
    }

    @Test
    void bench_itsArguments_arePassedOnInTheirOrder() {
        BenchCommand bench = new BenchCommand(Checkout.named(null), new PrintWriter(err));
        new CommandLine(bench).parseArgs("--html=b.html", "--scene", "paced,burst", "--rounds", "5");

        assertThat(bench.arguments()).isEqualTo(List.of("--html", "b.html", "--scene", "paced,burst", "--rounds", "5"));
    }

    @Test
    void torture_outsideACheckout_saysWhereItRuns() {
        assertThat(run("torture", "--quick")).isEqualTo(2);
        assertThat(err.toString()).contains("runs only in a checkout", "./tailrace torture");
    }

    @Test
    void torture_itsArguments_arePassedOnInTheirOrder() {
        TortureCommand torture = new TortureCommand(Checkout.named(null), new PrintWriter(err));
        new CommandLine(torture).parseArgs("--for=2h", "--fault", "kill -9,takeover", "--seed", "7", "--json", "-");

        assertThat(torture.arguments())
                .isEqualTo(List.of("--for", "2h", "--fault", "kill -9,takeover", "--seed", "7", "--json", "-"));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void race_childEnds_itsStatusIsReturned(int status) throws Exception {
        fakeRace("System.exit(" + status + ");");

        assertThat(runIn(folder, "race", "--quick")).isEqualTo(status);
    }

    @Test
    void race_child_getsArgumentsHomeAndOutput() throws Exception {
        fakeRace("System.out.println(String.join(\" \", args) + \" \" + System.getProperty(\"tailrace.home\"));");
        String printed = JvmLauncher.of(Main.class, "race", "--quick", "--json", "x.json")
                .options("-Dtailrace.home=" + folder)
                .merged()
                .run()
                .out();

        assertThat(printed.strip()).isEqualTo("--quick --json x.json " + folder);
    }

    @Test
    void nearest_similarWords_choosesTheNearer() {
        List<String> known = List.of("race", "bench", "torture", "lint", "doctor", "drain", "verify", "top");

        assertThat(Nearest.to("verfy", known)).hasValue("verify");
        assertThat(Nearest.to("dragin", known)).hasValue("drain");
        assertThat(Nearest.to("tortuer", known)).hasValue("torture");
        assertThat(Nearest.to("DOCTOR", known)).hasValue("doctor");
        assertThat(Nearest.to("doc", known)).hasValue("doctor");
        assertThat(Nearest.to("q", known)).isEmpty();
        assertThat(Nearest.distance("race", "arce")).isEqualTo(1);
    }

    /** A class of the race's name that does something else, compiled into a module folder. */
    private void fakeRace(String body) throws Exception {
        Path classes = Files.createDirectories(folder.resolve("proof/tailrace-bench/target/classes"));
        Path source = Files.createDirectories(folder.resolve("source")).resolve("Race.java");
        Files.writeString(
                source,
                "package dev.tailrace.bench.race; public class Race { public static void main(String[] args) { " + body
                        + " } }");
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        assertThat(compiler.run(null, null, null, "-d", classes.toString(), source.toString()))
                .isZero();
        assertThat(new File(classes.toFile(), "dev/tailrace/bench/race/Race.class"))
                .exists();
    }

    private int run(String... args) {
        return runIn(null, args);
    }

    private int runIn(@Nullable Path home, String... args) {
        return Main.run(
                Checkout.named(home == null ? null : home.toString()),
                new PrintWriter(out, true),
                new PrintWriter(err, true),
                args);
    }
}
