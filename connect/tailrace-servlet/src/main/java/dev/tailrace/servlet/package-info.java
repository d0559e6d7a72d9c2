/**
 * Shuts Tailrace down with the web application that contains it. It knows {@code Tailrace.shutdown()} and the two servlet APIs, never both
 * of them in one class.
 */
@org.jspecify.annotations.NullMarked
package dev.tailrace.servlet;
