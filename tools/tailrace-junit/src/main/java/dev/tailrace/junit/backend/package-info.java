/**
 * One small adapter for each backend that can report what it logs; each is loaded only where its backend is. Knows nothing of tests.
 */
@NullMarked
package dev.tailrace.junit.backend;

import org.jspecify.annotations.NullMarked;
