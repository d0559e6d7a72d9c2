/**
 * Turns an event into the bytes of its finished line, in the calling thread. Knows nothing of lanes, files or configuration.
 */
@NullMarked
package dev.tailrace.layout;

import org.jspecify.annotations.NullMarked;
