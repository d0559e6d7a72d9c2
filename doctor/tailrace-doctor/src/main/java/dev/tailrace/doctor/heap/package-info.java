/**
 * Rules on the figures of a heap: rules on collections, flags, allocation and exceptions. It must not know how evidence is read.
 */
@NullMarked
package dev.tailrace.doctor.heap;

import org.jspecify.annotations.NullMarked;
