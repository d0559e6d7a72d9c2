/**
 * The lines that are logged, as the child JVM makes them and as the audit recognises them. It must not know any backend.
 */
@NullMarked
package dev.tailrace.bench.load;

import org.jspecify.annotations.NullMarked;
