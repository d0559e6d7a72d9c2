package dev.tailrace.doctor.memory;

import dev.tailrace.probe.evidence.EvidenceItem;
import dev.tailrace.probe.evidence.Source;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The flags of a JVM, from any source. Immutable.
 *
 * @param values by the name that {@code -XX} knows; {@code true} and {@code false} for switches. {@code -Xmx} and the like stand
 *     under their long names, as {@code MaxHeapSize}.
 */
public record JvmFlags(Source source, Map<String, String> values) implements EvidenceItem {
    public JvmFlags {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    /** The value as it is written; null when the flag is not there. */
    public @Nullable String value(String flag) {
        return values.get(flag);
    }

    /** Whether a switch is on. */
    public boolean isOn(String flag) {
        return "true".equals(values.get(flag));
    }

    /** A size in bytes, or a number; {@link Occupancy#UNKNOWN} when it is not there or neither. */
    public long bytes(String flag) {
        String value = values.get(flag);
        return value == null ? Occupancy.UNKNOWN : Sizes.bytes(value);
    }

    /** The flags of both, those of the other where both have one; the source of this one. */
    public JvmFlags and(JvmFlags other) {
        Map<String, String> both = new LinkedHashMap<>(values);
        both.putAll(other.values);
        return new JvmFlags(source, both);
    }
}
