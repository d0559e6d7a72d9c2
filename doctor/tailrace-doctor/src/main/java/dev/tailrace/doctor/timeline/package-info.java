/**
 * Threads over time: what each does at each moment, which thread waits for which, since when and until when. It must not know what is wrong
 * with it, or what to do.
 */
@NullMarked
package dev.tailrace.doctor.timeline;

import org.jspecify.annotations.NullMarked;
