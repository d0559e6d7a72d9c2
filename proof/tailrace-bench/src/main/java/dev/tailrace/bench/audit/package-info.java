/**
 * Reads the log files of a run and checks that every line exists once, complete and in order. It must not know which backend wrote them.
 */
@NullMarked
package dev.tailrace.bench.audit;

import org.jspecify.annotations.NullMarked;
