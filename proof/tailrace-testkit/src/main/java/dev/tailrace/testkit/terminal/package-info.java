/** Prints the tables of race, bench and torture on a terminal. It must not know what they measure. */
@NullMarked
package dev.tailrace.testkit.terminal;

import org.jspecify.annotations.NullMarked;
