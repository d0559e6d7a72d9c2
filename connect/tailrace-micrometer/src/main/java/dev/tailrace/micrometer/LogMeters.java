package dev.tailrace.micrometer;

import dev.tailrace.Level;
import dev.tailrace.Stats;
import dev.tailrace.Stats.DestinationStats;
import dev.tailrace.Stats.DropReason;
import dev.tailrace.Tailrace;
import dev.tailrace.destination.TargetFigures;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.BaseUnits;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The meters of one registry that read {@link Stats}: meters of the process, and meters of each log and target, which appear with it. All
 * meters read one snapshot, which is renewed at most every {@value #FRESH_MILLIS} ms. Thread-safe.
 */
final class LogMeters {
    static final int FRESH_MILLIS = 100;

    private static final long FRESH_NANOS = FRESH_MILLIS * 1_000_000L;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double MILLIS_PER_SECOND = 1e3;
    /** Limits the meters to more logs than any configuration has: each log has some twenty meters. */
    private static final int MOST_LOGS = 100;

    private final MeterRegistry registry;
    private final Iterable<Tag> tags;
    private final Supplier<Stats> source;
    private final Set<String> logs = ConcurrentHashMap.newKeySet();
    private final Set<String> targets = ConcurrentHashMap.newKeySet();
    /** The last figures of each log: a counter of a log that has ended keeps its value. */
    private final Map<String, DestinationStats> last = new ConcurrentHashMap<>();

    private volatile @Nullable Snapshot snapshot;

    private record Snapshot(Stats stats, long takenAt) {}

    LogMeters(MeterRegistry registry, Iterable<Tag> tags, Supplier<Stats> source) {
        this.registry = registry;
        this.tags = tags;
        this.source = source;
    }

    void register() {
        gauge("tailrace.memory", "Memory that lines wait in", BaseUnits.BYTES, Stats::memoryUsed);
        gauge("tailrace.memory.max", "Memory that lines may wait in", BaseUnits.BYTES, Stats::memoryCap);
        gauge("tailrace.spill", "Disk space of lines that did not fit into memory", BaseUnits.BYTES, Stats::spillUsed);
        gauge("tailrace.spill.max", "Disk space that such lines may take", BaseUnits.BYTES, Stats::spillCap);
        gauge(
                "tailrace.archiver.pending",
                "Finished files that wait to be compressed, moved or deleted",
                BaseUnits.FILES,
                Stats::archiverBacklog);
        look();
    }

    private Stats look() {
        Snapshot known = snapshot;
        long now = System.nanoTime();
        if (known != null && now - known.takenAt() < FRESH_NANOS) {
            return known.stats();
        }
        Stats stats = source.get();
        snapshot = new Snapshot(stats, now);
        for (DestinationStats each : stats.destinations()) {
            String log = each.name();
            if (last.size() < MOST_LOGS || last.containsKey(log)) {
                last.put(log, each);
                if (logs.add(log)) {
                    register(log);
                }
            }
        }
        for (TargetFigures each : stats.targets()) {
            if (targets.size() < MOST_LOGS && targets.add(each.name())) {
                registerTarget(each.name());
            }
        }
        return stats;
    }

    private void register(String log) {
        Tags own = Tags.of(tags).and("log", log);
        for (Level level : Level.values()) {
            for (DropReason reason : DropReason.values()) {
                counter(
                        "tailrace.dropped",
                        "Events that were dropped because there was no room for them",
                        BaseUnits.EVENTS,
                        own.and("level", lower(level), "reason", lower(reason)),
                        log,
                        each -> each.dropped(level, reason));
            }
        }
        counter(
                "tailrace.limited",
                "Events that limits held back",
                BaseUnits.EVENTS,
                own,
                log,
                DestinationStats::limited);
        counter("tailrace.waits", "Log calls that waited for room", null, own, log, DestinationStats::waits);
        counter(
                "tailrace.waits.time",
                "How long log calls waited for room",
                "seconds",
                own,
                log,
                each -> each.waitedNanos() / NANOS_PER_SECOND);
        counter(
                "tailrace.written.lines",
                "Lines that this process wrote to the log",
                "lines",
                own,
                log,
                DestinationStats::linesWritten);
        counter(
                "tailrace.written.bytes",
                "Bytes that this process wrote to the log",
                BaseUnits.BYTES,
                own,
                log,
                DestinationStats::bytesWritten);
        counter("tailrace.rolls", "Files that this process finished", null, own, log, DestinationStats::rolls);
        gauge(
                "tailrace.lag",
                "Age of the oldest line that is not written yet",
                "seconds",
                own,
                meters -> meters.lagSeconds(log));
    }

    private void registerTarget(String name) {
        target(name, "acknowledged", "Records that the target has taken", TargetFigures::acknowledged);
        target(name, "retried", "Records whose sending failed", TargetFigures::retried);
        target(name, "dropped", "Records that were given up", TargetFigures::dropped);
        Tags own = Tags.of(tags).and("target", name);
        gauge(
                "tailrace.target.waiting",
                "Records that the target has not acknowledged",
                BaseUnits.BYTES,
                own,
                meters -> meters.ofTarget(name, TargetFigures::waitingBytes));
        gauge(
                "tailrace.target.lag",
                "Age of the oldest record that the target has not acknowledged",
                "seconds",
                own,
                meters -> meters.ofTarget(name, TargetFigures::lagMillis) / MILLIS_PER_SECOND);
    }

    private void target(String name, String count, String description, ToDoubleFunction<TargetFigures> figure) {
        FunctionCounter.builder("tailrace.target." + count, Tailrace.class, any -> ofTarget(name, figure))
                .tags(tags)
                .tags("target", name)
                .description(description)
                .baseUnit("records")
                .register(registry);
    }

    /** A target that has ended has no figures. */
    private double ofTarget(String name, ToDoubleFunction<TargetFigures> figure) {
        return look().targets().stream()
                .filter(each -> each.name().equals(name))
                .mapToDouble(figure)
                .sum();
    }

    private double lagSeconds(String log) {
        for (DestinationStats each : look().destinations()) {
            if (each.name().equals(log)) {
                return each.lagNanos() / NANOS_PER_SECOND;
            }
        }
        // The log has ended, or the engine has.
        return 0;
    }

    private void gauge(String name, String description, String unit, ToDoubleFunction<Stats> figure) {
        gauge(name, description, unit, tags, meters -> figure.applyAsDouble(meters.look()));
    }

    private void gauge(
            String name, String description, String unit, Iterable<Tag> own, ToDoubleFunction<LogMeters> value) {
        Gauge.builder(name, this, value)
                .tags(own)
                .description(description)
                .baseUnit(unit)
                .strongReference(true)
                .register(registry);
    }

    private void counter(
            String name,
            String description,
            @Nullable String unit,
            Tags own,
            String log,
            ToDoubleFunction<DestinationStats> figure) {
        // The registry keeps its object weakly; a class lives as long as its loader.
        FunctionCounter.builder(name, Tailrace.class, any -> value(log, figure))
                .tags(own)
                .description(description)
                .baseUnit(unit)
                .register(registry);
    }

    private double value(String log, ToDoubleFunction<DestinationStats> figure) {
        look();
        DestinationStats known = last.get(log);
        return known == null ? 0 : figure.applyAsDouble(known);
    }

    private static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
