/**
 * The torture: which faults run for how long, and what is told of them. It is started as a process of its own; nobody compiles against
 * it.
 */
@NullMarked
package dev.tailrace.torture;

import org.jspecify.annotations.NullMarked;
