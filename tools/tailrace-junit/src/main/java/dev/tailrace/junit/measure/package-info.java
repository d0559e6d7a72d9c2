/**
 * Counts what is logged and thrown, and to which test it belongs. Knows neither JUnit nor any backend.
 */
@NullMarked
package dev.tailrace.junit.measure;

import org.jspecify.annotations.NullMarked;
