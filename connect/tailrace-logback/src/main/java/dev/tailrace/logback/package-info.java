/**
 * Appenders for Logback: what Logback does up to the appender stays as it is, and the lines go through Tailrace's engine. Knows no other
 * backend.
 */
@NullMarked
package dev.tailrace.logback;

import org.jspecify.annotations.NullMarked;
