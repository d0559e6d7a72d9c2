/** Benchmarks of the single stages of Tailrace, run by JMH on its class path. */
@NullMarked
package dev.tailrace.bench.stage;

import org.jspecify.annotations.NullMarked;
