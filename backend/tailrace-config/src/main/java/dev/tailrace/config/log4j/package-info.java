/** Readers of Log4j 2's elements and properties. */
@NullMarked
package dev.tailrace.config.log4j;

import org.jspecify.annotations.NullMarked;
