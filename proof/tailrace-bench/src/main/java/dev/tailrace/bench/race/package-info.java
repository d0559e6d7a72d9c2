/**
 * Replays incidents on every backend, each in its own JVM, and compares them. It knows the backends only as folders of jars and texts of
 * configurations; it must not load their classes.
 */
@NullMarked
package dev.tailrace.bench.race;

import org.jspecify.annotations.NullMarked;
