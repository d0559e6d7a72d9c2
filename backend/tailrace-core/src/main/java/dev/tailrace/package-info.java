/**
 * The roof: wires encoder, lanes, drainer and sinks from a configuration, and is the public face of Tailrace.
 */
@NullMarked
package dev.tailrace;

import org.jspecify.annotations.NullMarked;
