package dev.tailrace.config.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One logger.
 *
 * @param level null: inherited
 * @param additive whether events also go to the ancestors' appenders
 * @param appenders names of appenders, each exists in the configuration
 */
public record LoggerConfig(String name, @Nullable Threshold level, boolean additive, List<String> appenders, int line) {

    public LoggerConfig {
        appenders = List.copyOf(appenders);
    }
}
