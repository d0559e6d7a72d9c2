/**
 * Measures Tailrace and its peers: end-to-end throughput and single calls. It must not know any backend but by its jars: every contestant
 * runs in a child JVM of its own.
 */
@NullMarked
package dev.tailrace.bench;

import org.jspecify.annotations.NullMarked;
