/**
 * jcstress proofs of the lanes: races that must never end badly, each with a weakened twin that does. In the lanes' own package,
 * because what is proved is package-private. Knows nothing of what drains the lanes.
 */
@NullMarked
package dev.tailrace.stress;

import org.jspecify.annotations.NullMarked;
