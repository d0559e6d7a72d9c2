/** A formatter with which java.util.logging writes the same lines as the other backends. It must not know anything else. */
@NullMarked
package dev.tailrace.bench.jul;

import org.jspecify.annotations.NullMarked;
