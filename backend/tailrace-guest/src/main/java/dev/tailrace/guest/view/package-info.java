/** A log and what waits in its lanes, for tools. Reads files, and maps, opens for writing, seals and makes none. */
@NullMarked
package dev.tailrace.guest.view;

import org.jspecify.annotations.NullMarked;
