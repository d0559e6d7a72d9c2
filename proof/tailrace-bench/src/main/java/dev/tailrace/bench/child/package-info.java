/**
 * The programs that run in a contestant's JVM, and their results. The class path has slf4j-api, HdrHistogram and one logging backend, whose
 * classes must not be used except to stop it.
 */
@NullMarked
package dev.tailrace.bench.child;

import org.jspecify.annotations.NullMarked;
