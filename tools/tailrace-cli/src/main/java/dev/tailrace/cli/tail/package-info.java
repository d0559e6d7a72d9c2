/** The lines that {@code tail} shows. Looks at no file itself. */
@NullMarked
package dev.tailrace.cli.tail;

import org.jspecify.annotations.NullMarked;
