package dev.tailrace.junit.suites;

import static dev.tailrace.junit.LogCaptureAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tailrace.junit.CaptureLogs;
import dev.tailrace.junit.CapturedEvent;
import dev.tailrace.junit.LogCapture;
import dev.tailrace.junit.LogLevel;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tests that check their log events with AssertJ. */
class CapturingWithAssertJ {
    private static final Logger LOG = LoggerFactory.getLogger("com.acme.Orders");

    @Test
    void assertions(@CaptureLogs LogCapture log) {
        LOG.warn("order {} is late", 4711);

        assertThat(log).contains(LogLevel.WARN, "order 4711").hasSize(1).hasNone(LogLevel.ERROR);
        assertThat(log).doesNotContain(LogLevel.ERROR, "order 4711");
        assertThat(log.events()).extracting(CapturedEvent::text).containsExactly("order 4711 is late");
        assertThatThrownBy(() -> assertThat(log).contains(LogLevel.WARN, "order 4712"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("WARN com.acme.Orders - order 4711 is late");
        assertThatThrownBy(() -> assertThat(log).hasNone(LogLevel.WARN)).isInstanceOf(AssertionError.class);
        assertThatThrownBy(() -> assertThat(log).hasSize(2)).isInstanceOf(AssertionError.class);
        assertThatThrownBy(() -> assertThat(log).doesNotContain(LogLevel.WARN, "late"))
                .isInstanceOf(AssertionError.class);
    }
}
