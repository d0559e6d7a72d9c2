/**
 * The election of the draining process, as three small models: holding and writing ({@link dev.tailrace.torture.model.election.Election}),
 * joining ({@link dev.tailrace.torture.model.election.Joining}), and the case in which only the lock can decide ({@link
 * dev.tailrace.torture.model.election.LockOnly}). Every interleaving is explored, with processes killed at any step. It knows nothing of
 * the engine's code: it is about the rules, not their implementation.
 */
@NullMarked
package dev.tailrace.torture.model.election;

import org.jspecify.annotations.NullMarked;
