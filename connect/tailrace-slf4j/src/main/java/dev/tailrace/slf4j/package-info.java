/**
 * The SLF4J 2 provider: hands each log call to the engine without allocating, and keeps the MDC. Knows nothing of patterns,
 * lanes or files.
 */
@NullMarked
package dev.tailrace.slf4j;

import org.jspecify.annotations.NullMarked;
