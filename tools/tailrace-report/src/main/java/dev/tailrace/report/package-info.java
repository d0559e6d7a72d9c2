/**
 * Turns measured figures into JSON, terminal tables and one self-contained HTML page. It knows numbers, units, rows and
 * curves; it must not know what a logger, a race or a thread dump is.
 */
@NullMarked
package dev.tailrace.report;

import org.jspecify.annotations.NullMarked;
