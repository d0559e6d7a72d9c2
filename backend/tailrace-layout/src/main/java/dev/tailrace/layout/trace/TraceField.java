package dev.tailrace.layout.trace;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A field of a trace, with its keys in the diagnostic context (MDC). */
public enum TraceField {
    /** 32 hexadecimal digits. */
    TRACE_ID("trace_id", "traceId"),
    /** 16 hexadecimal digits. */
    SPAN_ID("span_id", "spanId"),
    /** 2 hexadecimal digits; 01: the trace is sampled. */
    FLAGS("trace_flags", "traceFlags");

    private static final String PROPERTY = "otel.instrumentation.common.logging.";

    private final String key;
    private final String other;

    TraceField(String key, String other) {
        this.key = configured(key);
        this.other = other;
    }

    /**
     * The key that OpenTelemetry's Java agent uses in Logback's MDC: {@code trace_id}, {@code span_id}, {@code trace_flags}, unless the
     * agent's own setting names another.
     */
    public String key() {
        return key;
    }

    /** The field for a key of the diagnostic context, including Micrometer's names such as {@code traceId}; null: none. */
    public static @Nullable TraceField of(String key) {
        for (TraceField field : FIELDS) {
            if (field.key.equals(key) || field.other.equals(key)) {
                return field;
            }
        }
        return null;
    }

    /** The field's value in a diagnostic context; null: none. */
    public @Nullable String in(Map<String, String> context) {
        String value = context.get(key);
        return value == null ? context.get(other) : value;
    }

    /** {@code values()} copies its array. */
    private static final TraceField[] FIELDS = values();

    /** Reads an agent's setting: like the agent, from the system property or the environment variable. */
    private static String configured(String key) {
        String name = PROPERTY + key.replace('_', '-');
        for (String each : new String[] {name + "-key", name}) {
            String value = setting(each);
            if (value != null && !value.isBlank()) {
                return value.strip();
            }
        }
        return key;
    }

    private static @Nullable String setting(String name) {
        try {
            String value = System.getProperty(name);
            return value == null
                    ? System.getenv(name.replace('.', '_').replace('-', '_').toUpperCase(java.util.Locale.ROOT))
                    : value;
        } catch (SecurityException e) {
            return null;
        }
    }
}
