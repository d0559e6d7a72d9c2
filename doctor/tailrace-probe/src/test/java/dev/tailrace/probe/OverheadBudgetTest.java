package dev.tailrace.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class OverheadBudgetTest {
    @Test
    void next_cheapDumps_areASecondApart() {
        SamplingSchedule samplingSchedule = new SamplingSchedule(new OverheadBudget(1.2), 100, 60);
        samplingSchedule.dumped(0.005);

        assertThat(samplingSchedule.next(10)).isEqualTo(11);
    }

    @Test
    void next_dearDumps_areSpreadOverTheTimeThatIsLeft() {
        OverheadBudget overheadBudget = new OverheadBudget(0.4);
        SamplingSchedule samplingSchedule = new SamplingSchedule(overheadBudget, 300, 20);
        samplingSchedule.reserve(0.05);
        overheadBudget.add("thread dumps", 0.07, 0);
        samplingSchedule.dumped(0.07);

        // 0.28 s are left, half a dump of it for safety, which are three more.
        assertThat(samplingSchedule.next(0)).isCloseTo(20.0 / 3, within(0.01));
    }

    @Test
    void wholeRecording_neverSpendsMoreThanAllowed() {
        for (double cost : new double[] {0.001, 0.03, 0.07, 0.2, 0.39}) {
            OverheadBudget overheadBudget = new OverheadBudget(0.4);
            SamplingSchedule samplingSchedule = new SamplingSchedule(overheadBudget, 300, 20);
            samplingSchedule.reserve(0.05);
            int dumps = 0;
            for (double now = 0; now <= 20; now = samplingSchedule.next(now)) {
                if (samplingSchedule.affords()) {
                    overheadBudget.add("thread dumps", cost, 0);
                    samplingSchedule.dumped(cost);
                    dumps++;
                }
            }
            assertThat(overheadBudget.allowed() - overheadBudget.left()).isLessThanOrEqualTo(0.4);
            assertThat(dumps).isPositive();
        }
    }

    @Test
    void next_nothingLeft_isNever() {
        SamplingSchedule samplingSchedule = new SamplingSchedule(new OverheadBudget(0.01), 1000, 20);
        samplingSchedule.reserve(0.05);

        assertThat(samplingSchedule.affords()).isFalse();
        assertThat(samplingSchedule.next(0)).isInfinite();
    }

    /** On a busy machine to attach may cost more than all that is allowed; without a dump nothing could be said. */
    @Test
    void dumps_whenAllElseHasUsedUpTheBudget_areAFewAllTheSame() {
        OverheadBudget overheadBudget = new OverheadBudget(0.3);
        overheadBudget.add("attaching", 0, 0.35);
        SamplingSchedule samplingSchedule = new SamplingSchedule(overheadBudget, 65, 10);
        int dumps = 0;
        for (double now = 0; now <= 10; now = samplingSchedule.next(now)) {
            assertThat(samplingSchedule.affords()).isTrue();
            samplingSchedule.dumped(0.02);
            dumps++;
        }

        assertThat(dumps).isEqualTo(3);
        assertThat(samplingSchedule.affords()).isFalse();
    }
}
