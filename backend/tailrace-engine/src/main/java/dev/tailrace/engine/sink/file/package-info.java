/** The active file, and its roll. */
@NullMarked
package dev.tailrace.engine.sink.file;

import org.jspecify.annotations.NullMarked;
