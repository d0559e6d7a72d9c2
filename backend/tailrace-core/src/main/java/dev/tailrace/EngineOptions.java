package dev.tailrace;

import dev.tailrace.config.model.TailraceSettings;
import dev.tailrace.engine.drain.Overflow;
import dev.tailrace.engine.drain.WaitStrategy;
import dev.tailrace.engine.runtime.EngineSettings;
import dev.tailrace.engine.runtime.LogSettings;

/** The settings of a configuration as the engine takes them. */
final class EngineOptions {
    private static final long NANOS_PER_MILLI = 1_000_000;

    private EngineOptions() {}

    static EngineSettings engine(TailraceSettings settings) {
        return new EngineSettings(
                settings.memory(),
                settings.spill(),
                WaitStrategy.valueOf(settings.waiting().name()),
                settings.force(),
                settings.intervalMillis() * NANOS_PER_MILLI,
                settings.archiverShare());
    }

    static LogSettings log(TailraceSettings settings) {
        return new LogSettings(
                overflow(settings),
                settings.maxEvent(),
                settings.stripes(),
                settings.directory(),
                settings.parentDirectory(),
                settings.console() == TailraceSettings.Console.SYNC);
    }

    private static Overflow overflow(TailraceSettings settings) {
        int waitFrom = switch (settings.whenFull()) {
            case WAIT -> Integer.MIN_VALUE;
            case DROP -> Integer.MAX_VALUE;
            case DROP_BELOW -> settings.dropBelow().code();
        };
        return new Overflow(waitFrom, settings.maxWaitMillis() * NANOS_PER_MILLI);
    }
}
