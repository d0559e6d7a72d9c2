/**
 * The lines that child JVMs log and the audit parses. It must not know any backend.
 */
@NullMarked
package dev.tailrace.bench.load;

import org.jspecify.annotations.NullMarked;
