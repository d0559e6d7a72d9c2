/**
 * Levels and limits that are set at run time by another process: the request and the answer, as texts. Knows neither files nor loggers.
 */
@NullMarked
package dev.tailrace.level;

import org.jspecify.annotations.NullMarked;
