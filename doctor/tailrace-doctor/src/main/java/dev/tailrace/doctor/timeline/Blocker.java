package dev.tailrace.doctor.timeline;

import dev.tailrace.doctor.signatures.Kind;
import org.jspecify.annotations.Nullable;

/**
 * The thread that others wait for. Immutable.
 *
 * @param thread the thread
 * @param work what it does; null: that is not known
 * @param ownQueue whether it waits for a place in the very queue that it should empty
 */
public record Blocker(ThreadSnapshot thread, @Nullable Kind work, boolean ownQueue) {}
