/**
 * The ways into a JVM of this machine: what a process is, its commands, its counters, and why one can't be looked at. It must not know
 * what is asked of it, or what becomes of the answers.
 */
@NullMarked
package dev.tailrace.probe.jvm;

import org.jspecify.annotations.NullMarked;
