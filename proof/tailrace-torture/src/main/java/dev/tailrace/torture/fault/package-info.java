/** The faults that are done to logging processes, and their table. It knows neither how often they run nor the output. */
@NullMarked
package dev.tailrace.torture.fault;

import org.jspecify.annotations.NullMarked;
