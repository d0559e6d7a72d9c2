package dev.tailrace.config.model;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A target off this machine, to which an appender's records are sent. Until the target has acknowledged them they stay in the appender's
 * destination, a row of files.
 *
 * @param kind of the target, such as {@code otlp}
 * @param address a URL, or hosts with ports; null: from the environment, where the kind has such a thing
 * @param options of the kind, by their names in the reference; may contain secrets, which stand in no finding
 * @param cap in bytes for the row of files: beyond it the oldest records are dropped and counted
 */
public record TargetConfig(String kind, @Nullable String address, Map<String, String> options, long cap) {
    /** The default of {@code cap}. */
    public static final long CAP = 1L << 30;

    /** The size at which the next file of the row begins, in bytes. */
    public static final long FILE_BYTES = 8L << 20;

    public TargetConfig {
        options = Map.copyOf(options);
    }

    /** The appender whose lines are sent; null: its own. */
    public @Nullable String source() {
        return options.get("source");
    }

    /** A copy with lines of its own. */
    public TargetConfig withoutSource() {
        Map<String, String> others = new HashMap<>(options);
        others.remove("source");
        return new TargetConfig(kind, address, others, cap);
    }

    /** Without the values of the options, which may be secrets. */
    @Override
    public String toString() {
        return "TargetConfig[" + kind + ", " + options.keySet() + ", " + cap + "]";
    }
}
