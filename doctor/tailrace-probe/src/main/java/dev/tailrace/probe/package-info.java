/**
 * Gathers evidence from a running JVM without standing in its way, and keeps it in an archive. It must not know what the evidence
 * means.
 */
@NullMarked
package dev.tailrace.probe;

import org.jspecify.annotations.NullMarked;
