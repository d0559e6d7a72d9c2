/**
 * The same configuration and the same program with the real Logback or Log4j 2 and with Tailrace: what they leave is compared byte by byte.
 * The configurations are texts below {@code src/test/resources/twins}; those that a loop makes are made here.
 */
package dev.tailrace.slf4j.twin;
