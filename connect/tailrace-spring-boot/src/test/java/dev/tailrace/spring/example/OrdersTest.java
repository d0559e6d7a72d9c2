package dev.tailrace.spring.example;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class OrdersTest {
    @Test
    void rejectedOrder_isLogged(CapturedOutput output) {
        new Orders().reject(4711);
        assertThat(output).contains("order 4711 rejected");
    }
}
