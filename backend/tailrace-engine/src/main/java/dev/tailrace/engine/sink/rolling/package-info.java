/** How files are rolled: patterns of names, periods, and the text that all processes agree on. */
@NullMarked
package dev.tailrace.engine.sink.rolling;

import org.jspecify.annotations.NullMarked;
