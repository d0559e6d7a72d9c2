/**
 * The reports of a run: page, Markdown, JUnit's XML and what is kept of earlier runs. Measures nothing.
 */
@NullMarked
package dev.tailrace.junit.report;

import org.jspecify.annotations.NullMarked;
