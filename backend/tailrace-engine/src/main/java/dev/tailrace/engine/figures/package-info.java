/**
 * What a log did, as numbers, and what happened to it on its slow paths, for whatever records that. Knows neither lanes nor sinks, nor what
 * shows the numbers.
 */
@NullMarked
package dev.tailrace.engine.figures;

import org.jspecify.annotations.NullMarked;
