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
 * Tailrace's meters. The meter {@code logback.events} counts logged events by level. Its name and tags are those of Micrometer's own binder
 * for Logback, so that dashboards and alerts go on working. Thread-safe.
 *
 * <p>Counting starts with the binding. The backend counts anyway, so bindings to any number of registries cost log calls nothing.
 *
 * <p>An event counts when its logger's level and the turbo filters let it pass; appender filters have no influence. Micrometer's binder
 * differs: it leaves out events without a message ({@code log.info(null)}), counts events of loggers that reach no appender, and doesn't
 * count events that a turbo filter accepts.
 *
 * <p>The meters {@code tailrace.*} show waiting and dropped lines, and the age of the oldest line that isn't written yet. Meters of a log
 * have the tag {@code log}, with its file or {@code console}, those of a target the tag {@code target}, with the name of its appender; they
 * appear with the log or target, even after the binding. They are functions and
 * gauges over {@link Tailrace#stats()}, which is read once for all meters, at most ten times a second and only when a registry polls: log
 * calls pay nothing. Values count from the engine's start.
 */
public final class TailraceMetrics implements MeterBinder {
    private static final String NAME = "logback.events";
    private static final String DESCRIPTION = "Number of log events that were enabled by the effective log level";

    private final Iterable<Tag> tags;

    /** A binder whose meters have no tags but {@code level}, {@code log}, {@code target} and {@code reason}. */
    public TailraceMetrics() {
        this(List.of());
    }

    /** @param tags additional tags of each meter, beside {@code level}, {@code log}, {@code target} and {@code reason} */
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
        new LogMeters(registry, tags, Tailrace::stats).register();
    }
}
