/** Being built. */
@NullMarked
package dev.tailrace.bench;

import org.jspecify.annotations.NullMarked;
