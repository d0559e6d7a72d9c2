/** Looks for every line that was acknowledged, in the log and all of its archives. It does not know what was done to the processes. */
@NullMarked
package dev.tailrace.torture.audit;

import org.jspecify.annotations.NullMarked;
