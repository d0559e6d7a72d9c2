/** What a configuration says, as immutable records, and where it was read from. */
@NullMarked
package dev.tailrace.config.model;

import org.jspecify.annotations.NullMarked;
