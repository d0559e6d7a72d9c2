/**
 * Shared by the tests of several modules: evidence to read, and programs to look at. It must not know the modules that it is for.
 */
@NullMarked
package dev.tailrace.corpus;

import org.jspecify.annotations.NullMarked;
