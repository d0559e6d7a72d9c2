/** Asks processes that log for their levels, and to change them. Knows no terminal. */
@NullMarked
package dev.tailrace.guest.level;

import org.jspecify.annotations.NullMarked;
