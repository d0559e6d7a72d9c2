/** The tortured programs. They know SLF4J and the file of acknowledgements, but no faults. */
@NullMarked
package dev.tailrace.torture.child;

import org.jspecify.annotations.NullMarked;
