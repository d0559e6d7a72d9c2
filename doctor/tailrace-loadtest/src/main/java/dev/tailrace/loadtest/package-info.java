/**
 * Raises the load on a service until its answers come too late, and says at which load that was. Knows HTTP and clocks; of threads,
 * heaps and findings it knows nothing: whoever wants to look at the service meanwhile does so as a {@link dev.tailrace.loadtest.Witness}.
 */
@NullMarked
package dev.tailrace.loadtest;

import org.jspecify.annotations.NullMarked;
