package dev.tailrace.config.model;

import java.util.List;

/**
 * A configuration with what its file declares.
 *
 * @param configuration what becomes of it here
 * @param elements those directly inside {@code <configuration>}, included ones in their place, then each {@code <if>} and each {@code
 *     <springProfile>}; of a Log4j 2
 *     configuration the root element alone, its arbiters decided; empty when the file could not be read
 */
public record ParseResult(Configuration configuration, List<ConfigElement> elements) {
    public ParseResult {
        elements = List.copyOf(elements);
    }

    /** Whether the file is a configuration of Log4j 2. */
    public boolean isLog4j() {
        return elements.size() == 1 && elements.get(0).name().equals("configuration");
    }
}
