package dev.tailrace.config.dialect;

import dev.tailrace.config.model.TailraceSettings;

/**
 * The settings of one appender.
 *
 * @param whenFullGiven whether the appender has a {@code <tailrace>} element with {@code whenFull}
 */
public record OwnSettings(TailraceSettings settings, boolean whenFullGiven) {}
