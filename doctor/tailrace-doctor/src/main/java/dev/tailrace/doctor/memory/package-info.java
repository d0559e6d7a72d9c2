/**
 * Reads what describes the heap: logs of the garbage collection, class histograms and the flags of a JVM. It must not know what a
 * figure means.
 */
@NullMarked
package dev.tailrace.doctor.memory;

import org.jspecify.annotations.NullMarked;
