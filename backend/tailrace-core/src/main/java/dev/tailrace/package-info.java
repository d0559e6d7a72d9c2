/** The public API of Tailrace. What it does is below, in {@code runtime} and {@code logging}. */
@NullMarked
package dev.tailrace;

import org.jspecify.annotations.NullMarked;
