/** Where lines go, as records: a console or a file, how it is rolled, and which old files are deleted. */
@NullMarked
package dev.tailrace.destination;

import org.jspecify.annotations.NullMarked;
