/** Folders, configurations and child JVMs of a torture. It knows no fault. */
@NullMarked
package dev.tailrace.torture.place;

import org.jspecify.annotations.NullMarked;
