/** The event, the caches of its texts, and the steps that every layout is made of. */
@NullMarked
package dev.tailrace.layout.event;

import org.jspecify.annotations.NullMarked;
