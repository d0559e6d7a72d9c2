/**
 * What both dialects have: Tailrace's own element with its limits, the options of an element, files of a key, targets off this machine,
 * and the console of last resort. Knows neither Logback's elements nor Log4j 2's.
 */
@NullMarked
package dev.tailrace.config.dialect;

import org.jspecify.annotations.NullMarked;
