package dev.tailrace.loadtest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.loadtest.Step.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** Which load comes next, without any load. */
class LadderTest {
    @Test
    void next_serviceWithAKnownCeiling_isFoundFromBelow() {
        Ladder ladder = new Ladder(10, 30);

        List<Double> rates = climb(ladder, 333);

        assertThat(rates).startsWith(10.0, 20.0, 40.0, 80.0, 160.0, 320.0, 640.0);
        assertThat(ladder.ceiling()).isBetween(333 / 1.13, 333.0);
        assertThat(ladder.broke()).isBetween(333.0, 333 * 1.13);
    }

    @Test
    void next_firstRateIsTooMuch_goesDown() {
        Ladder ladder = new Ladder(100, 30);

        climb(ladder, 7);

        assertThat(ladder.ceiling()).isBetween(7 / 1.13, 7.0);
    }

    @Test
    void next_nothingEverHolds_ends() {
        Ladder ladder = new Ladder(1, 100);

        List<Double> rates = climb(ladder, 0);

        assertThat(rates).hasSizeLessThan(12);
        assertThat(ladder.ceiling()).isZero();
    }

    @Test
    void next_nothingEverBreaks_endsWithTheSteps() {
        Ladder ladder = new Ladder(10, 4);

        assertThat(climb(ladder, Double.POSITIVE_INFINITY)).containsExactly(10.0, 20.0, 40.0, 80.0);
        assertThat(ladder.broke()).isInfinite();
    }

    @Test
    void next_stepThatBreaksByLittle_isTriedAgain() {
        Ladder ladder = new Ladder(10, 9);
        ladder.next();

        ladder.took(step(10, 99, Verdict.BROKE));

        assertThat(ladder.next()).hasValue(10);
        ladder.took(step(10, 100, Verdict.HELD));
        assertThat(ladder.next()).as("a hiccup is no ceiling").hasValue(20);
        assertThat(ladder.broke()).isInfinite();
    }

    @Test
    void next_stepThatBreaksTwice_isBroken() {
        Ladder ladder = new Ladder(10, 9);
        ladder.next();
        ladder.took(step(10, 99, Verdict.BROKE));
        ladder.next();

        ladder.took(step(10, 99, Verdict.BROKE));

        assertThat(ladder.broke()).isEqualTo(10);
        assertThat(ladder.next()).hasValue(5);
    }

    @Test
    void next_senderTooSlowOnce_isTriedAgain() {
        Ladder ladder = new Ladder(10, 9);
        ladder.next();

        ladder.took(step(10, 50, Verdict.SENDER_TOO_SLOW));

        assertThat(ladder.next()).hasValue(10);
        ladder.took(step(10, 100, Verdict.HELD));
        assertThat(ladder.next()).as("a busy moment is no limit").hasValue(20);
    }

    @Test
    void next_senderTooSlowAgainAndAgain_ends() {
        Ladder ladder = new Ladder(10, 9);
        for (int i = 0; i < 3; i++) {
            assertThat(ladder.next()).hasValue(10);
            ladder.took(step(10, 50, Verdict.SENDER_TOO_SLOW));
        }

        assertThat(ladder.next()).isEmpty();
        assertThat(ladder.broke()).isInfinite();
    }

    private static List<Double> climb(Ladder ladder, double capacity) {
        List<Double> rates = new ArrayList<>();
        for (OptionalDouble rate = ladder.next(); rate.isPresent(); rate = ladder.next()) {
            double now = rate.getAsDouble();
            rates.add(now);
            boolean held = now <= capacity;
            ladder.took(step(now, held ? 100 : 50, held ? Verdict.HELD : Verdict.BROKE));
        }
        return rates;
    }

    private static Step step(double rate, long answered, Verdict verdict) {
        return new Step(1, rate, 1, 100, answered, 100 - answered, Map.of(), 1, 1, 1, 1, 0, verdict);
    }
}
