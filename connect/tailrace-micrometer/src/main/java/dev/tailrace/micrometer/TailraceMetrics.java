package dev.tailrace.micrometer;

import dev.tailrace.Level;
import dev.tailrace.Tailrace;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.binder.BaseUnits;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.List;
import java.util.Locale;

/**
 * The meter {@code logback.events}: how many events were logged, by level, under the name and with the tags that Micrometer's own binder
 * for Logback gives it, so that dashboards and alerts go on working. Thread-safe.
 *
 * <p>It counts from the time it is bound. The backend counts anyway; binding it to any number of registries costs log calls nothing.
 *
 * <p>An event counts when its logger's level and the turbo filters let it pass; filters of appenders change nothing. Micrometer's binder
 * leaves out events without a message ({@code log.info(null)}), those of loggers that reach no appender count there and not here, and
 * those that a turbo filter decides about by itself count here and not there.
 */
public final class TailraceMetrics implements MeterBinder {
    private static final String NAME = "logback.events";
    private static final String DESCRIPTION = "Number of log events that were enabled by the effective log level";

    private final Iterable<Tag> tags;

    /** A binder whose meters have no tag but {@code level}. */
    public TailraceMetrics() {
        this(List.of());
    }

    /** @param tags of each meter, beside {@code level} */
    public TailraceMetrics(Iterable<Tag> tags) {
        this.tags = tags;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        for (Level level : Level.values()) {
            long before = Tailrace.logged(level);
            // The registry keeps its object weakly; a level lives as long as its class.
            FunctionCounter.builder(NAME, level, counted -> Tailrace.logged(counted) - before)
                    .tags(tags)
                    .tags("level", level.name().toLowerCase(Locale.ROOT))
                    .description(DESCRIPTION)
                    .baseUnit(BaseUnits.EVENTS)
                    .register(registry);
        }
    }
}
