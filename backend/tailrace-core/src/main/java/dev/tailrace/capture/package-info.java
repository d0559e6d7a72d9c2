/** Events as a test sees them, from {@code Tailrace.capture}. Knows neither loggers nor appenders. */
@NullMarked
package dev.tailrace.capture;

import org.jspecify.annotations.NullMarked;
