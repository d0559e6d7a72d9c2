/** Reads flight recordings, as a stream and in bounded memory. It must not know what a figure means. */
@NullMarked
package dev.tailrace.doctor.flight;

import org.jspecify.annotations.NullMarked;
