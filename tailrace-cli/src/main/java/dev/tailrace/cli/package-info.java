/** Being built. */
@NullMarked
package dev.tailrace.cli;

import org.jspecify.annotations.NullMarked;
