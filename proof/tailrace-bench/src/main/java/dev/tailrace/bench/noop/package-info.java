/** An SLF4J provider that is enabled and does nothing: what the harness and the caller cost. It must not know anything else. */
@NullMarked
package dev.tailrace.bench.noop;

import org.jspecify.annotations.NullMarked;
