/** Sends the records in a row of files to a target, in order, and remembers what the target has acknowledged. */
@NullMarked
package dev.tailrace.ship;

import org.jspecify.annotations.NullMarked;
