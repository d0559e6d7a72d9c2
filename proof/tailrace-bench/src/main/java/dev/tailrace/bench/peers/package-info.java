/**
 * The compared backends: their jars, their configurations, and the start and end of their JVMs. It must not know what is measured.
 */
@NullMarked
package dev.tailrace.bench.peers;

import org.jspecify.annotations.NullMarked;
