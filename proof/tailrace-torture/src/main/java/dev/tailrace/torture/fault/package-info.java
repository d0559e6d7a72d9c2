/** The faults that are done to logging processes, one class each. It knows neither how often they run nor the output. */
@NullMarked
package dev.tailrace.torture.fault;

import org.jspecify.annotations.NullMarked;
