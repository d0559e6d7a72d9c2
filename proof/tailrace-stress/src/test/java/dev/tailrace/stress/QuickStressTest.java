package dev.tailrace.stress;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.infra.runners.TestList;

/** Each race of the lanes ends well, and its weakened twin does not: a test that can't fail proves nothing. */
@Tag("slow")
class QuickStressTest {
    private static final List<String> PROOFS = List.of(
            "ClaimStress.Claim",
            "ClaimStress.ClaimAtLimit",
            "ClearStress.Clear",
            "CloseStress.Close",
            "CommitStress.Commit",
            "CommitStress.LengthFirst",
            "GrowthStress.Growth",
            "PaddingStress.Padding",
            "ReadStress.Read",
            "SealStress.Seal");

    private static QuickRun run;

    static Stream<String> proofs() {
        return PROOFS.stream().map(name -> "dev.tailrace.stress." + name);
    }

    static Stream<String> twins() {
        return proofs().map(name -> name + "Twin");
    }

    @BeforeAll
    static void runAll() throws IOException, InterruptedException {
        run = QuickRun.of(new TreeSet<>(TestList.tests()), Path.of("target", "jcstress"));
        System.out.println("jcstress, quick:\n" + run.summary());
    }

    @Test
    void eachProof_hasATwin_andNoneIsForgotten() {
        assertThat(TestList.tests())
                .containsExactlyInAnyOrderElementsOf(
                        Stream.concat(proofs(), twins()).toList());
    }

    @Test
    void allTests_ranAsTheyShould() {
        assertThat(run.broken()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("proofs")
    void race_neverEndsBadly(String test) {
        assertThat(run.outcomes(test, Expect.FORBIDDEN).values())
                .as("forbidden")
                .allMatch(count -> count == 0);
        assertThat(run.missing(test))
                .as("acceptable outcomes that did not occur")
                .isEmpty();
        assertThat(run.count(test, Expect.ACCEPTABLE)).as("races").isGreaterThanOrEqualTo(QuickRun.ENOUGH);
    }

    @ParameterizedTest
    @MethodSource("twins")
    void weakenedTwin_endsBadly(String test) {
        assertThat(run.count(test, Expect.FORBIDDEN)).as("forbidden outcomes").isPositive();
    }
}
