package dev.tailrace.config.dialect;

import dev.tailrace.config.model.TailraceSettings;

/**
 * The settings of one appender.
 *
 * @param whenFullGiven whether a {@code <tailrace>} element inside it says what happens when it is full
 */
public record OwnSettings(TailraceSettings settings, boolean whenFullGiven) {}
