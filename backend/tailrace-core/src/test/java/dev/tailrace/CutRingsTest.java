package dev.tailrace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.testkit.ChildProcess;
import dev.tailrace.testkit.JvmLauncher;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Another program truncates mapped files: each access to a missing page is a fault, which some compilers' code throws only later, maybe in
 * the application's own code.
 */
class CutRingsTest {
    private static final int SAFE = 3 * 2_000;

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"-XX:+TieredCompilation", "-XX:TieredStopAtLevel=1"})
    void ringsAreCut_threadsMeetNoOtherErrorThanTheFault_andTheLaneGoesOnInNewOnes(String compiler) throws Exception {
        int cuts = 12;
        Output output = run(compiler, ".ring", cuts);

        assertGood(output);
        if (Runtime.version().feature() > 20) {
            // The JVM throws the error soon after the access, mostly within the log call, which catches it.
            assertThat(number(output, "faults=") + number(output, "faultsOfTheAsking="))
                    .isLessThanOrEqualTo(cuts);
        }
        assertThat(output.err()).contains("TR3030");
    }

    @Test
    void ownerAndHolderAreCut_noCallFailsAndNoLineIsLostOrTwice() throws Exception {
        for (String suffix : List.of(".owner", "drain.holder")) {
            Output output = run("-XX:+TieredCompilation", suffix, 4);
            assertGood(output);
            assertThat(output.out()).contains("faults=0", "faultsOfTheAsking=0");
        }
    }

    /** Lines of a batch that was being written can be there twice. */
    @Test
    void stagingIsCut_noCallFailsAndNoLineIsLost() throws Exception {
        Output output = run("-XX:+TieredCompilation", "drain.staging", 4);

        assertQuiet(output);
        assertThat(output.out()).contains("faults=0", "faultsOfTheAsking=0");
        assertThat(output.log().stream()
                        .filter(line -> line.contains(" safe "))
                        .distinct()
                        .count())
                .isEqualTo(SAFE);
    }

    private record Output(List<String> out, String err, List<String> log) {}

    private static int number(Output output, String name) {
        return output.out().stream()
                .filter(line -> line.startsWith(name))
                .mapToInt(line -> Integer.parseInt(line.substring(name.length())))
                .findFirst()
                .orElseThrow();
    }

    private static void assertQuiet(Output output) {
        assertThat(output.out())
                .as(output.err())
                .contains("otherErrors=0 null", "whole=true", "ended=true", "flushed=true", "endedHelpers=[]")
                // A call may wait 500 ms, and the rest is for a machine that has more to do.
                .anySatisfy(line -> assertThat(line).matches("longestMillis=[0-9]{1,3}|longestMillis=[1-2][0-9]{3}"));
    }

    private static void assertGood(Output output) {
        assertQuiet(output);
        Map<Integer, Integer> last = new HashMap<>();
        Set<String> safe = new HashSet<>();
        int twice = 0;
        for (String line : output.log()) {
            String[] words = line.split(" ", -1);
            if (words[1].equals("t")) {
                int sequence = Integer.parseInt(words[3]);
                Integer before = last.put(Integer.parseInt(words[2]), sequence);
                boolean isSafe = words[4].equals("safe");
                // A call that meets the cut logs its line again; the drainer may just have read the first one.
                assertThat(before == null || before < sequence || (before == sequence && !isSafe))
                        .as("after %s: %s", before, line)
                        .isTrue();
                twice += before != null && before == sequence ? 1 : 0;
                if (isSafe) {
                    safe.add(words[2] + " " + words[3]);
                }
            }
        }
        assertThat(safe).hasSize(SAFE);
        assertThat(twice).as("lines that are there twice").isLessThanOrEqualTo(3);
    }

    private Output run(String compiler, String suffix, int cuts) throws Exception {
        Path home = Files.createDirectory(folder.resolve("run-" + suffix + compiler.length()));
        Path config = Files.writeString(
                home.resolve("tailrace.xml"),
                ("<configuration><tailrace maxWait='500ms'/>" + Scenario.fileAppender("app.log") + Scenario.root("INFO")
                                + "</configuration>")
                        .replace("FOLDER", home.toString()));
        try (ChildProcess child = JvmLauncher.of(CutRingsProgram.class, home.toString(), suffix, Integer.toString(cuts))
                .options(compiler, "-Dtailrace.config=" + config, "-Dtailrace.dir=" + lanes(home))
                .start()) {
            child.succeeded(Duration.ofMinutes(2));
            return new Output(child.out().lines().toList(), child.err(), Files.readAllLines(home.resolve("app.log")));
        }
    }

    private static Path lanes(Path home) {
        return home.resolve("lanes");
    }
}
