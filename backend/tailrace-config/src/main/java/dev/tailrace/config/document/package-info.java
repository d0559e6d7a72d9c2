/** A document in Logback's dialect: variables, conditions, inclusions, and Spring's elements. */
@NullMarked
package dev.tailrace.config.document;

import org.jspecify.annotations.NullMarked;
