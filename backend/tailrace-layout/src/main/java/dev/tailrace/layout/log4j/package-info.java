/** Patterns in Log4j 2's words. */
@NullMarked
package dev.tailrace.layout.log4j;

import org.jspecify.annotations.NullMarked;
