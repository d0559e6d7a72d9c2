/** The lock file beside a log, and the record in it. */
@NullMarked
package dev.tailrace.engine.sink.lock;

import org.jspecify.annotations.NullMarked;
