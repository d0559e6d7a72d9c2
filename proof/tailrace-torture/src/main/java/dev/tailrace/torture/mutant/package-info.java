/**
 * Deliberate mistakes, one at a time, in a copy of the engine's sources, to prove that tests and faults notice them. It knows the sources
 * as text, and the faults, but not the engine's classes.
 */
@NullMarked
package dev.tailrace.torture.mutant;

import org.jspecify.annotations.NullMarked;
