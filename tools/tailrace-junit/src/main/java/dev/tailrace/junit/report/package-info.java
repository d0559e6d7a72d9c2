/**
 * The reports of a run: page, Markdown, JUnit's XML and the history of earlier runs. Measures nothing.
 */
@NullMarked
package dev.tailrace.junit.report;

import org.jspecify.annotations.NullMarked;
