/**
 * The torture: the choice and duration of faults, and the report. It runs in its own process; no module compiles against it.
 */
@NullMarked
package dev.tailrace.torture;

import org.jspecify.annotations.NullMarked;
