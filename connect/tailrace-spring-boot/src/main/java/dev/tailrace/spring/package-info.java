/**
 * Tailrace as the {@code LoggingSystem} of Spring Boot: hands Boot's properties and files to the backend, and answers for levels. Knows
 * nothing of patterns, lanes or files.
 */
@NullMarked
package dev.tailrace.spring;

import org.jspecify.annotations.NullMarked;
