/**
 * jcstress proofs of the lanes: races that must never end badly, each with a weakened twin that does. Knows nothing of draining.
 */
@NullMarked
package dev.tailrace.stress;

import org.jspecify.annotations.NullMarked;
