package dev.tailrace.doctor.course;

import dev.tailrace.doctor.signs.Kind;
import org.jspecify.annotations.Nullable;

/**
 * The thread that others wait for. Immutable.
 *
 * @param subject the thread
 * @param work what it does; null: that is not known
 * @param ownQueue whether it waits for a place in the very queue that it should empty
 */
public record Consumer(Subject subject, @Nullable Kind work, boolean ownQueue) {}
