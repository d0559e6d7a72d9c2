/**
 * Counts log entries and exceptions, and assigns them to tests. Knows neither JUnit nor any backend.
 */
@NullMarked
package dev.tailrace.junit.measure;

import org.jspecify.annotations.NullMarked;
