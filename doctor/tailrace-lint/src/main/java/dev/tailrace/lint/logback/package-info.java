/**
 * The incidents that wait in a configuration of Logback. It must not know Log4j 2, or where the configuration came from.
 */
@NullMarked
package dev.tailrace.lint.logback;

import org.jspecify.annotations.NullMarked;
