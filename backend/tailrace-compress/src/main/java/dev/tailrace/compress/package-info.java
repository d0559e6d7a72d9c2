/** Formats of compression that need a library. Knows of the core what a format is, and nothing of files and logs. */
@NullMarked
package dev.tailrace.compress;

import org.jspecify.annotations.NullMarked;
