package dev.tailrace.config.logback;

import dev.tailrace.config.dialect.OwnSettings;
import dev.tailrace.config.logback.document.LogbackClasses;
import dev.tailrace.config.model.FilterConfig;
import dev.tailrace.config.model.LayoutConfig;
import dev.tailrace.config.model.TailraceSettings;
import dev.tailrace.destination.DestinationConfig;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An appender as it was read, before references are followed.
 *
 * @param target null: it writes nowhere itself, because it is asynchronous, does nothing by its nature, or is not understood
 * @param beside takes the events that this one can't, wherever it is referred to; null: there is none
 */
record AppenderDraft(
        String name,
        @Nullable String file,
        int line,
        LogbackClasses.Part kind,
        @Nullable DestinationConfig target,
        LayoutConfig layout,
        List<FilterConfig> filters,
        List<Reference> references,
        OwnSettings own,
        @Nullable AppenderDraft beside) {

    /** A copy with filters in front of its own. */
    AppenderDraft behind(List<FilterConfig> first) {
        List<FilterConfig> all = new ArrayList<>(first);
        all.addAll(filters);
        AppenderDraft other = beside == null ? null : beside.behind(first);
        return new AppenderDraft(name, file, line, kind, target, layout, List.copyOf(all), references, own, other);
    }

    /** A copy under another name and of another kind. */
    AppenderDraft as(String otherName, LogbackClasses.Part otherKind) {
        return new AppenderDraft(otherName, file, line, otherKind, target, layout, filters, references, own, beside);
    }

    AppenderDraft with(AppenderDraft another) {
        return new AppenderDraft(name, file, line, kind, target, layout, filters, references, own, another);
    }

    TailraceSettings settings() {
        return own.settings();
    }

    /** Whether the appender passes its events to the appenders that it refers to, because it is asynchronous or of an unknown class. */
    boolean handsOn() {
        return kind == LogbackClasses.Part.ASYNC_APPENDER
                || (kind == LogbackClasses.Part.UNKNOWN && !references.isEmpty());
    }

    /** The appenders that it hands its events on to: an asynchronous one has one, as in Logback. */
    List<Reference> targets() {
        return kind == LogbackClasses.Part.ASYNC_APPENDER
                ? references.subList(0, Math.min(1, references.size()))
                : references;
    }

    /** An {@code <appender-ref>}. */
    record Reference(String appender, @Nullable String file, int line) {}
}
