package dev.tailrace;

import dev.tailrace.config.model.Threshold;
import dev.tailrace.logging.LoggerTree;
import org.jspecify.annotations.Nullable;

/**
 * The levels of a logger at one time.
 *
 * @param name of the logger; {@code ROOT} for the root
 * @param configured the level of the logger itself, from the configuration or set later; null: the logger inherits its level
 * @param effective the level that is in effect
 */
public record LoggerState(String name, @Nullable Setting configured, Setting effective) {
    /** Which events a logger lets pass: those of this level and above, all, or none. The public name of a {@link Threshold}. */
    public enum Setting {
        ALL,
        TRACE,
        DEBUG,
        INFO,
        WARN,
        ERROR,
        OFF;

        static Setting of(Threshold threshold) {
            return valueOf(threshold.name());
        }

        Threshold threshold() {
            return Threshold.valueOf(name());
        }
    }

    static LoggerState of(LoggerTree.Levels levels) {
        Threshold own = levels.own();
        Threshold effective = levels.effective();
        return new LoggerState(
                levels.name(),
                own == null ? null : Setting.of(own),
                effective == null ? Setting.ALL : Setting.of(effective));
    }
}
