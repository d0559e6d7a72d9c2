package dev.tailrace.junit.suites;

import dev.tailrace.junit.CaptureLogs;
import dev.tailrace.junit.LogCapture;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Tests that can't be run. */
class CapturingBadly {
    @Test
    void level(@CaptureLogs(level = "LOUD") LogCapture log) {}

    @Nested
    class OfAConstructor {
        OfAConstructor(@CaptureLogs LogCapture log) {}

        @Test
        void constructed() {}
    }
}
