/** What tests of several modules share. */
@NullMarked
package dev.tailrace.testkit;

import org.jspecify.annotations.NullMarked;
