/** Being built. */
@NullMarked
package dev.tailrace.slf4j;

import org.jspecify.annotations.NullMarked;
