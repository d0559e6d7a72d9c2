/**
 * The single reader of a destination's lanes: it gathers committed frames into batches, hands them to a sink, and sleeps in
 * between. Knows nothing of patterns or events.
 */
@NullMarked
package dev.tailrace.engine.drain;

import org.jspecify.annotations.NullMarked;
