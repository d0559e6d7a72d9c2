/**
 * What runs inside a contestant's JVM, and what it hands back. It sees slf4j-api, HdrHistogram and one logging backend, which it must not
 * know by its classes, except to stop it.
 */
@NullMarked
package dev.tailrace.bench.child;

import org.jspecify.annotations.NullMarked;
