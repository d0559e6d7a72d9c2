/**
 * Reads the log files that a run left behind and says of every line whether it is there, once, whole and in order. It must not know which
 * backend wrote them.
 */
@NullMarked
package dev.tailrace.bench.audit;

import org.jspecify.annotations.NullMarked;
