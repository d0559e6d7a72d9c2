package dev.tailrace.junit.suites;

import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Tests without budgets, which are compared with a baseline. */
class Plain {
    @BeforeAll
    static void prepare() {
        Orders.fill(0);
    }

    @Test
    void bills() {
        Orders.bill();
    }

    @RepeatedTest(2)
    void fills(RepetitionInfo repetition) {
        IntStream.range(0, repetition.getCurrentRepetition()).forEach(Orders::fill);
    }

    @TestFactory
    Stream<DynamicTest> makes() {
        return IntStream.range(0, 3).mapToObj(i -> DynamicTest.dynamicTest("make " + i, () -> Orders.fill(i)));
    }

    @Test
    @Disabled("to be seen in the report")
    void sleeps() {}
}
