/**
 * Turns measured figures into JSON, tables and one self-contained HTML page. It knows numbers, units, rows and curves, but no
 * loggers, races or thread dumps.
 */
@NullMarked
package dev.tailrace.report;

import org.jspecify.annotations.NullMarked;
