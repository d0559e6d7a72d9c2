/**
 * What the tests of several modules share: evidence to read, programs to look at, and damage. It must not know the modules that it is for.
 */
@NullMarked
package dev.tailrace.corpus;

import org.jspecify.annotations.NullMarked;
