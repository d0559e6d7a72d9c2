/** Being built. */
@NullMarked
package dev.tailrace.report;

import org.jspecify.annotations.NullMarked;
