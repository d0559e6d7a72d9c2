/**
 * The {@code tailrace} command: reads verbs and options and starts what does the work. It must not know how a race or a
 * benchmark is run; it starts those as processes of their own.
 */
@NullMarked
package dev.tailrace.cli;

import org.jspecify.annotations.NullMarked;
