/**
 * Raises the load on a service until its answers come too late, and says at which load that was. Knows HTTP and clocks; of threads,
 * heaps and findings it knows nothing: a caller that looks at the service meanwhile is a {@link dev.tailrace.loadtest.Witness}.
 */
@NullMarked
package dev.tailrace.loadtest;

import org.jspecify.annotations.NullMarked;
