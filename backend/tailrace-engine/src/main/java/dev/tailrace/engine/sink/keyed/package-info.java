/** A file for each value of a key. */
@NullMarked
package dev.tailrace.engine.sink.keyed;

import org.jspecify.annotations.NullMarked;
