/** Patterns with Logback's conversion words. */
@NullMarked
package dev.tailrace.layout.pattern;

import org.jspecify.annotations.NullMarked;
