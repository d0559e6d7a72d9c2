/** The appender beside Log4j's own, and under faults. */
@NullMarked
package dev.tailrace.log4j;

import org.jspecify.annotations.NullMarked;
