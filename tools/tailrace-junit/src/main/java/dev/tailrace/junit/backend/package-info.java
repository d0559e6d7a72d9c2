/**
 * One small adapter for each backend that can report its events; an adapter is loaded only if its backend is on the class path. Knows
 * nothing of tests.
 */
@NullMarked
package dev.tailrace.junit.backend;

import org.jspecify.annotations.NullMarked;
