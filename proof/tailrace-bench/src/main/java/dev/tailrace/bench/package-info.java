/**
 * Measures Tailrace and its peers: end-to-end throughput and single calls. It knows backends only by their jars: every contestant runs in
 * its own child JVM.
 */
@NullMarked
package dev.tailrace.bench;

import org.jspecify.annotations.NullMarked;
