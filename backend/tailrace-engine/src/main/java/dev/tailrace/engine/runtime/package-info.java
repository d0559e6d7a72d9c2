/** An engine at work: opens destinations with their lanes, and runs the threads that drain, keep and archive. */
@NullMarked
package dev.tailrace.engine.runtime;

import org.jspecify.annotations.NullMarked;
