/**
 * Reads thread dumps: the text of HotSpot, its JSON, and OpenJ9's javacores, one or many per file and amid the lines of a log. It
 * must not know what a stack means.
 */
@NullMarked
package dev.tailrace.doctor.threads;

import org.jspecify.annotations.NullMarked;
