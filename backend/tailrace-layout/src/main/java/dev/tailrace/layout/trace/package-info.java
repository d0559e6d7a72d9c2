/** The ids of the trace that a log call belongs to, and where they come from. Knows no event and no layout. */
@NullMarked
package dev.tailrace.layout.trace;

import org.jspecify.annotations.NullMarked;
