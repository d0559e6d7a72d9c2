/**
 * Events as a test sees them: what {@code Tailrace.capture} hands out. Knows neither loggers nor appenders.
 */
@NullMarked
package dev.tailrace.capture;

import org.jspecify.annotations.NullMarked;
