/**
 * Mapped memory with ordered access, text written into bytes without garbage, and threads and files that are safe from interrupts. Knows
 * nothing of logging.
 */
@NullMarked
package dev.tailrace.bytes;

import org.jspecify.annotations.NullMarked;
