/**
 * Threads over time: what each does at each moment, who waits for whom, since when and until when. It must not know what is wrong
 * with it, or what to do.
 */
@NullMarked
package dev.tailrace.doctor.course;

import org.jspecify.annotations.NullMarked;
