package dev.tailrace.config;

import java.util.List;

/**
 * A configuration with what its file declares.
 *
 * @param configuration what becomes of it here
 * @param elements those directly inside {@code <configuration>}, included ones in their place, then each {@code <if>}; empty when the file could not be read
 */
public record Examination(Configuration configuration, List<Declared> elements) {
    public Examination {
        elements = List.copyOf(elements);
    }
}
