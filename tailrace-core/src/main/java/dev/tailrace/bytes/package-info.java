/**
 * Mapped memory with ordered access, and text written into bytes without garbage. Knows nothing of logging.
 */
@NullMarked
package dev.tailrace.bytes;

import org.jspecify.annotations.NullMarked;
