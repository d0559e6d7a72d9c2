package dev.tailrace.config;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An appender as it was read, before references are followed.
 *
 * @param whenFullGiven whether it says itself what happens when it is full, in a {@code <tailrace>} element
 * @param target null: it writes nowhere itself, because it is asynchronous, does nothing by its nature, or is not understood
 */
record AppenderDraft(
        String name,
        @Nullable String file,
        int line,
        ClassNames.Part kind,
        @Nullable Target target,
        String pattern,
        int patternLine,
        PatternSyntax syntax,
        List<FilterConfig> filters,
        List<Reference> references,
        Settings settings,
        boolean whenFullGiven) {

    /** An {@code <appender-ref>}. */
    record Reference(String appender, @Nullable String file, int line) {}
}
