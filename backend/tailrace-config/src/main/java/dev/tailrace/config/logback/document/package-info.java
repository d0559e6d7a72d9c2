/** A document in Logback's dialect: its elements, variables, conditions, inclusions, and Spring's elements. */
@NullMarked
package dev.tailrace.config.logback.document;

import org.jspecify.annotations.NullMarked;
