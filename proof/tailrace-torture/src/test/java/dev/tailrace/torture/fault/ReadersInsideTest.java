package dev.tailrace.torture.fault;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReadersInsideTest {
    /** A step that was renamed would never be reached, and no drain thread would stop. */
    @Test
    void steps_eachOfThem_isACrashPoint() {
        assertThat(CrashPoints.KINDS).containsAll(ReadersInside.STEPS);
    }

    @Test
    void faults_names_areDifferentAndWithoutCommas() {
        assertThat(Faults.all().stream().map(Fault::name))
                .doesNotHaveDuplicates()
                .noneMatch(name -> name.contains(","));
    }
}
