/** The programs that are tortured. They know SLF4J and the page of acknowledgements, and nothing of what is done to them. */
@NullMarked
package dev.tailrace.torture.child;

import org.jspecify.annotations.NullMarked;
