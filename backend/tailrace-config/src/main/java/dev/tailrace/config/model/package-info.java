/** The contents of a configuration as immutable records, and where they were read. */
@NullMarked
package dev.tailrace.config.model;

import org.jspecify.annotations.NullMarked;
