/**
 * Loggers by name, their levels and appenders, and the filters between them. Knows neither configuration files nor the life of an engine,
 * nor the API's class for a logger.
 */
@NullMarked
package dev.tailrace.logging;

import org.jspecify.annotations.NullMarked;
