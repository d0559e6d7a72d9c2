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
 * Tailrace's meters. The meter {@code logback.events}: how many events were logged, by level, under the name and with the tags that Micrometer's own binder
 * for Logback gives it, so that dashboards and alerts go on working. Thread-safe.
 *
 * <p>It counts from the time it is bound. The backend counts anyway; binding it to any number of registries costs log calls nothing.
 *
 * <p>An event counts when its logger's level and the turbo filters let it pass; filters of appenders change nothing. Micrometer's binder
 * leaves out events without a message ({@code log.info(null)}), those of loggers that reach no appender count there and not here, and
 * those that a turbo filter decides about by itself count here and not there.
 *
 * <p>The meters {@code tailrace.*} show what becomes of lines: what waits, what was dropped, how old the oldest line is that is not written
 * yet. Those of a log have the tag {@code log}, its file or {@code console}, and appear with the log, also after the binding. They are
 * functions and gauges over {@link Tailrace#stats()}, which is read once for all of them, at most ten times a second and only when a
 * registry asks: log calls pay nothing. The values are those since the engine started.
 */
public final class TailraceMetrics implements MeterBinder {
    private static final String NAME = "logback.events";
    private static final String DESCRIPTION = "Number of log events that were enabled by the effective log level";

    private final Iterable<Tag> tags;

    /** A binder whose meters have no tags but {@code level}, {@code log} and {@code reason}. */
    public TailraceMetrics() {
        this(List.of());
    }

    /** @param tags of each meter, beside {@code level}, {@code log} and {@code reason} */
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
