/** Patterns with Log4j 2's conversion words. */
@NullMarked
package dev.tailrace.layout.log4j;

import org.jspecify.annotations.NullMarked;
