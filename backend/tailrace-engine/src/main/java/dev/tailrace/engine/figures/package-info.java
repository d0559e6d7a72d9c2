/** Counters of a log, and a recorder for events on its slow paths. Knows neither lanes nor sinks, nor how the numbers are shown. */
@NullMarked
package dev.tailrace.engine.figures;

import org.jspecify.annotations.NullMarked;
