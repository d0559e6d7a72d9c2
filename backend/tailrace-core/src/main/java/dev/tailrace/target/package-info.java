/** The door for targets off this machine: a module that can send records to one provides a {@link dev.tailrace.target.TargetProvider}. */
@NullMarked
package dev.tailrace.target;

import org.jspecify.annotations.NullMarked;
