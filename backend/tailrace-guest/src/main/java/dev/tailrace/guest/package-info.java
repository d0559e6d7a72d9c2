/** Draining logs from a process that has no lanes of its own. */
@NullMarked
package dev.tailrace.guest;

import org.jspecify.annotations.NullMarked;
