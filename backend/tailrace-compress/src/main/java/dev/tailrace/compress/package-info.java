/** Compression formats that need a library. Knows only the interface of a format, and nothing of files and logs. */
@NullMarked
package dev.tailrace.compress;

import org.jspecify.annotations.NullMarked;
