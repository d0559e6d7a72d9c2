/**
 * The torture: which faults run for how long, and what is reported of them. It is started as a process of its own; no module compiles against
 * it.
 */
@NullMarked
package dev.tailrace.torture;

import org.jspecify.annotations.NullMarked;
