/**
 * The meaning of stacks: a table of the calls that libraries make, and how a stack is read with it. All that is known of libraries is in the
 * table. It must not know of time, of more than one thread, or of what is wrong.
 */
@NullMarked
package dev.tailrace.doctor.signatures;

import org.jspecify.annotations.NullMarked;
