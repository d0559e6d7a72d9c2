/** One log of many processes: election of a drainer, takeover, and the staging that survives a crash. */
@NullMarked
package dev.tailrace.engine.drain.shared;

import org.jspecify.annotations.NullMarked;
