/**
 * Mistakes made on purpose, one at a time, in a copy of the engine's sources: a proof that tests and faults would notice them. It knows
 * the sources as text, and the faults; not the engine's classes.
 */
@NullMarked
package dev.tailrace.torture.mutant;

import org.jspecify.annotations.NullMarked;
