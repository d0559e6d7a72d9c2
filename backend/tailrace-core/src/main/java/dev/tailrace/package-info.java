/** The public API of Tailrace, and the runtime that wires encoder, lanes, drainer and sinks from a configuration. */
@NullMarked
package dev.tailrace;

import org.jspecify.annotations.NullMarked;
