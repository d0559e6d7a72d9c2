/**
 * The figures that are kept beside the code, and the regressions since. Knows neither JUnit nor pages.
 */
@NullMarked
package dev.tailrace.junit.baseline;

import org.jspecify.annotations.NullMarked;
