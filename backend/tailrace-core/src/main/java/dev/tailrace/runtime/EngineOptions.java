package dev.tailrace.runtime;

import dev.tailrace.config.model.AppenderConfig;
import dev.tailrace.config.model.TailraceSettings;
import dev.tailrace.engine.drain.ConsoleMode;
import dev.tailrace.engine.drain.Overflow;
import dev.tailrace.engine.drain.WaitStrategy;
import dev.tailrace.engine.runtime.EngineSettings;
import dev.tailrace.engine.runtime.LogSettings;

/** The settings of a configuration as the engine takes them. */
final class EngineOptions {
    private static final long NANOS_PER_MILLI = 1_000_000;

    private EngineOptions() {}

    static EngineSettings engine(TailraceSettings settings) {
        TailraceSettings.Engine engine = settings.engine();
        return new EngineSettings(
                engine.memory(),
                engine.spill(),
                WaitStrategy.valueOf(engine.waiting().name()),
                engine.force(),
                engine.intervalMillis() * NANOS_PER_MILLI,
                engine.archiverShare());
    }

    /** A target's records are truncated by their encoders, which know what can be left out: never again by {@code maxEvent}. */
    static LogSettings log(AppenderConfig appender) {
        TailraceSettings settings = appender.settings();
        TailraceSettings.Lanes lanes = settings.lanes();
        int longest = settings.lines().maxEvent();
        return new LogSettings(
                overflow(settings.overflow()),
                appender.layout().target() == null
                        ? longest
                        : Math.max(longest, TailraceSettings.DEFAULTS.lines().maxEvent()),
                lanes.stripes(),
                lanes.directory(),
                lanes.parentDirectory(),
                ConsoleMode.valueOf(settings.lines().console().name()));
    }

    private static Overflow overflow(TailraceSettings.Overflow settings) {
        int waitFrom = switch (settings.whenFull()) {
            case WAIT -> Integer.MIN_VALUE;
            case DROP -> Integer.MAX_VALUE;
            case DROP_BELOW -> settings.dropBelow().code();
        };
        return new Overflow(waitFrom, settings.maxWaitMillis() * NANOS_PER_MILLI);
    }
}
