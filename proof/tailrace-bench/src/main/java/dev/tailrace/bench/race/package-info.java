/**
 * Replays incidents on every backend, each in its own JVM, and compares them. It knows the backends as folders of jars and texts of
 * configuration; it must not load any of their classes.
 */
@NullMarked
package dev.tailrace.bench.race;

import org.jspecify.annotations.NullMarked;
