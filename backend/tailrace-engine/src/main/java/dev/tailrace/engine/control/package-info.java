/**
 * Requests of other processes of the same user to a process that logs, and its answers: texts, as files in the lane directory. Knows neither
 * what is asked nor lanes.
 */
@NullMarked
package dev.tailrace.engine.control;

import org.jspecify.annotations.NullMarked;
