package dev.tailrace.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class SpendingTest {
    @Test
    void next_cheapDumps_areASecondApart() {
        Timetable timetable = new Timetable(new Spending(1.2), 100, 60, 0);
        timetable.dumped(0.005);

        assertThat(timetable.next(10)).isEqualTo(11);
    }

    @Test
    void next_dearDumps_areSpreadOverTheTimeThatIsLeft() {
        Spending spending = new Spending(0.4);
        Timetable timetable = new Timetable(spending, 300, 20, 0.05);
        spending.add("thread dumps", 0.07, 0);
        timetable.dumped(0.07);

        // 0.28 s are left, half a dump of it for safety, which are three more.
        assertThat(timetable.next(0)).isCloseTo(20.0 / 3, within(0.01));
    }

    @Test
    void wholeRecording_neverSpendsMoreThanAllowed() {
        for (double cost : new double[] {0.001, 0.03, 0.07, 0.2, 0.39}) {
            Spending spending = new Spending(0.4);
            Timetable timetable = new Timetable(spending, 300, 20, 0.05);
            int dumps = 0;
            for (double now = 0; now <= 20; now = timetable.next(now)) {
                if (timetable.affords()) {
                    spending.add("thread dumps", cost, 0);
                    timetable.dumped(cost);
                    dumps++;
                }
            }
            assertThat(spending.allowed() - spending.left()).isLessThanOrEqualTo(0.4);
            assertThat(dumps).isPositive();
        }
    }

    @Test
    void next_nothingLeft_isNever() {
        Timetable timetable = new Timetable(new Spending(0.01), 1000, 20, 0.05);

        assertThat(timetable.affords()).isFalse();
        assertThat(timetable.next(0)).isInfinite();
    }
}
