/**
 * What a test says about its logging, and where JUnit meets it: the annotations, the listener and the extension. Knows no backend by name.
 */
@NullMarked
package dev.tailrace.junit;

import org.jspecify.annotations.NullMarked;
