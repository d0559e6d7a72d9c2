/** Looks for every acknowledged line in the log and its archives. It doesn't know the faults. */
@NullMarked
package dev.tailrace.torture.audit;

import org.jspecify.annotations.NullMarked;
