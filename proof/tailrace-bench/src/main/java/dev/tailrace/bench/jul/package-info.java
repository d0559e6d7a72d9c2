/** What java.util.logging lacks to write the lines that the other backends write. It must not know anything else. */
@NullMarked
package dev.tailrace.bench.jul;

import org.jspecify.annotations.NullMarked;
