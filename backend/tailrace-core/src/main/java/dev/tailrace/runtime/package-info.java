/**
 * The engine of a class loader at work: its life from the first logger to the end of the JVM, its destinations, changes of its
 * configuration, and what it reports. Knows neither the API nor a front.
 */
@NullMarked
package dev.tailrace.runtime;

import org.jspecify.annotations.NullMarked;
