/** Patterns in Logback's words. */
@NullMarked
package dev.tailrace.layout.pattern;

import org.jspecify.annotations.NullMarked;
