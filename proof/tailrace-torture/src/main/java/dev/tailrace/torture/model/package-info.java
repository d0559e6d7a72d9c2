/**
 * The intent protocol of {@code docs/reference/format.md} as a small model: every persistent step can be the last one of a process, and others
 * touch the log file between any two steps. It knows nothing of the engine's code: it is about the rules, not their implementation.
 */
@NullMarked
package dev.tailrace.torture.model;

import org.jspecify.annotations.NullMarked;
