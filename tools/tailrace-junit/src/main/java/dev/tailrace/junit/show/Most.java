package dev.tailrace.junit.show;

import dev.tailrace.junit.baseline.Kpi;
import java.util.ArrayList;
import java.util.List;

/** The tests with most of something, in one pass: a run has thousands, and a report shows some. */
final class Most {
    private final Kpi kpi;
    private final int count;
    private final List<TestResult> found = new ArrayList<>();

    /** @param count how many are wanted */
    Most(Kpi kpi, int count) {
        this.kpi = kpi;
        this.count = count;
    }

    /** Of several with as much the one that was added first stays first. */
    void add(TestResult test) {
        long value = kpi.of(test.kpis());
        int place = found.size();
        while (place > 0 && kpi.of(found.get(place - 1).kpis()) < value) {
            place--;
        }
        if (place < count) {
            found.add(place, test);
            if (found.size() > count) {
                found.remove(count);
            }
        }
    }

    /** The one with most first. */
    List<TestResult> tests() {
        return found;
    }
}
