package dev.tailrace.junit;

import org.assertj.core.api.AbstractAssert;

/** AssertJ assertions on a {@link LogCapture}, for projects with AssertJ 3. Not thread-safe. */
public final class LogCaptureAssert extends AbstractAssert<LogCaptureAssert, LogCapture> {
    private LogCaptureAssert(LogCapture actual) {
        super(actual, LogCaptureAssert.class);
    }

    /** Starts assertions on a capture. */
    public static LogCaptureAssert assertThat(LogCapture log) {
        return new LogCaptureAssert(log);
    }

    /** Fails unless there is an event of this level whose text contains {@code part}. */
    public LogCaptureAssert contains(LogLevel level, String part) {
        isNotNull();
        if (!actual.contains(level, part)) {
            throw failure("No %s event contains \"%s\".%s", level, part, actual.described());
        }
        return this;
    }

    /** Fails if there is an event of this level whose text contains {@code part}. */
    public LogCaptureAssert doesNotContain(LogLevel level, String part) {
        isNotNull();
        if (actual.contains(level, part)) {
            throw failure("A %s event contains \"%s\".%s", level, part, actual.described());
        }
        return this;
    }

    /** Fails if there is an event of this level or above. */
    public LogCaptureAssert hasNone(LogLevel from) {
        isNotNull();
        if (actual.events().stream().anyMatch(each -> each.level().compareTo(from) >= 0)) {
            throw failure("There is an event at %s or above.%s", from, actual.described());
        }
        return this;
    }

    /** Fails unless exactly {@code size} events were captured. */
    public LogCaptureAssert hasSize(int size) {
        isNotNull();
        int count = actual.events().size();
        if (count != size) {
            throw failure("There are %d events, not %d.%s", count, size, actual.described());
        }
        return this;
    }
}
