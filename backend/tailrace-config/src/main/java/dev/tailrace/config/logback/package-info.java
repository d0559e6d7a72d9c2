/** Readers of Logback's elements. */
@NullMarked
package dev.tailrace.config.logback;

import org.jspecify.annotations.NullMarked;
