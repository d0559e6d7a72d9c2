/** Benchmarks of single calls, run by JMH with the provider on the class path. It must not know which. */
@NullMarked
package dev.tailrace.bench.call;

import org.jspecify.annotations.NullMarked;
