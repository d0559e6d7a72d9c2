/** Reads lines of a log: level, logger, where an event begins. Knows neither files nor lanes. */
@NullMarked
package dev.tailrace.cli.line;

import org.jspecify.annotations.NullMarked;
