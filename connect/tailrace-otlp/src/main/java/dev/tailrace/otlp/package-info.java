/** OpenTelemetry's log records: how events become them, and how they are sent. */
@NullMarked
package dev.tailrace.otlp;

import org.jspecify.annotations.NullMarked;
