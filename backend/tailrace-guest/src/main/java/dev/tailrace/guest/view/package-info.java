/** A log and the lines in its lanes, for tools. Only reads files: maps, opens for writing, seals and makes none. */
@NullMarked
package dev.tailrace.guest.view;

import org.jspecify.annotations.NullMarked;
