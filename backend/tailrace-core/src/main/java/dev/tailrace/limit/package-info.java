/**
 * Limits: which events an appender holds back, per key, before they are encoded. Knows no configuration at work, no logger, and nothing of
 * how summaries are written.
 */
@NullMarked
package dev.tailrace.limit;

import org.jspecify.annotations.NullMarked;
