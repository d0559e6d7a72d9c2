/**
 * Lanes: rings of mapped memory to which producers append frames without waiting. Knows nothing of what the bytes mean or
 * where they go.
 */
@NullMarked
package dev.tailrace.engine.journal;

import org.jspecify.annotations.NullMarked;
