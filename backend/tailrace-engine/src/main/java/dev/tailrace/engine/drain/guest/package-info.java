/** Draining a log from a process that has no lanes of its own. */
@NullMarked
package dev.tailrace.engine.drain.guest;

import org.jspecify.annotations.NullMarked;
