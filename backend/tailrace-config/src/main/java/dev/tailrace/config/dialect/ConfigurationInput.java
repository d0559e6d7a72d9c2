package dev.tailrace.config.dialect;

import dev.tailrace.config.model.ConfigElement;
import dev.tailrace.config.model.Sources;
import dev.tailrace.config.source.PropertySource;
import dev.tailrace.config.xml.Findings;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The input of a dialect besides the elements, and what it fills while it reads.
 *
 * @param source what findings call the file
 * @param declared takes what the file declares; null: not wanted
 * @param sources takes the files that are read, and how often they are to be looked at
 */
public record ConfigurationInput(
        String source,
        PropertySource outside,
        Findings findings,
        @Nullable List<ConfigElement> declared,
        Sources sources) {}
