/**
 * The incidents that wait in a configuration of Log4j 2. It must not know Logback, or where the configuration came from.
 */
@NullMarked
package dev.tailrace.lint.log4j;

import org.jspecify.annotations.NullMarked;
