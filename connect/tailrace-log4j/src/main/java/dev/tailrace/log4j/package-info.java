/**
 * The appender {@code <Tailrace>} for Log4j 2. Knows Log4j's events, nodes and layouts, and the host layer; knows neither lanes nor files.
 */
@NullMarked
package dev.tailrace.log4j;

import org.jspecify.annotations.NullMarked;
