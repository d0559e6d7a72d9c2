package dev.tailrace.slf4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class LostCallTest {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);

    @Test
    void tell_first_namesLoggerAndFailure() {
        LostCall.report("shop.Orders", new StackOverflowError(), 1, out);
        assertThat(bytes.toString(StandardCharsets.UTF_8))
                .contains("1 log call(s)", "'shop.Orders'", "java.lang.StackOverflowError");
    }

    @Test
    void tell_thousandLosses_areToldTenTimes() {
        for (int count = 1; count <= 1000; count++) {
            LostCall.report("shop.Orders", new OutOfMemoryError(), count, out);
        }
        assertThat(bytes.toString(StandardCharsets.UTF_8).lines()).hasSize(10);
    }

    @Test
    void tell_stderrFails_throwsNothing() {
        PrintStream broken = new PrintStream(bytes) {
            @Override
            public void println(String line) {
                throw new OutOfMemoryError("still");
            }
        };
        assertThatCode(() -> LostCall.report("shop.Orders", new OutOfMemoryError(), 1, broken))
                .doesNotThrowAnyException();
    }
}
