/** The ids of the trace that a log call belongs to, and their source. Knows neither events nor layouts. */
@NullMarked
package dev.tailrace.layout.trace;

import org.jspecify.annotations.NullMarked;
