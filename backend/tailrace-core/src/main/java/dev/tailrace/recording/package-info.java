/**
 * The engine's events for Java Flight Recorder. Knows the JDK's module {@code jdk.jfr}, which may be missing, and of the engine only what it
 * reports to a recorder.
 */
@NullMarked
package dev.tailrace.recording;

import org.jspecify.annotations.NullMarked;
