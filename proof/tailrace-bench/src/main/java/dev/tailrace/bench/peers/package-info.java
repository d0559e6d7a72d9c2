/**
 * The backends that are compared: their jars, their configurations and how their JVMs are started and ended. It must not know what is
 * measured.
 */
@NullMarked
package dev.tailrace.bench.peers;

import org.jspecify.annotations.NullMarked;
