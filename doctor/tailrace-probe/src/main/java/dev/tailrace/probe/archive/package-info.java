/**
 * The archive that is kept of a look at a JVM, and what is in it that only a recorder writes. It must not know how that was gathered.
 */
@NullMarked
package dev.tailrace.probe.archive;

import org.jspecify.annotations.NullMarked;
