/**
 * The annotations for tests, and the listener, extensions and engine that JUnit calls. Knows no backend by name.
 */
@NullMarked
package dev.tailrace.junit;

import org.jspecify.annotations.NullMarked;
