/** One log of many processes: who drains it, takeover, and the staging that survives a crash. */
@NullMarked
package dev.tailrace.engine.drain.shared;

import org.jspecify.annotations.NullMarked;
