/** An SLF4J provider that is enabled and does nothing, to measure the cost of harness and caller. It must not know anything else. */
@NullMarked
package dev.tailrace.bench.noop;

import org.jspecify.annotations.NullMarked;
