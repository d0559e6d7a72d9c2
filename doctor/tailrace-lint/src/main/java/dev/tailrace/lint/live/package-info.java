/**
 * Configurations that were found at work, or that are none of Logback and Log4j 2: made into what lint reads, or judged by themselves. It
 * must not know how they were found.
 */
@NullMarked
package dev.tailrace.lint.live;

import org.jspecify.annotations.NullMarked;
