/** Figures of Tailrace as Micrometer's meters. It knows {@code Tailrace.logged}, {@code Tailrace.stats} and Micrometer, and no framework. */
@org.jspecify.annotations.NullMarked
package dev.tailrace.micrometer;
