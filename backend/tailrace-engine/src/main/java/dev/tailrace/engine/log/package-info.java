/** Which file a configuration means, with its lock and its sink. */
@NullMarked
package dev.tailrace.engine.log;

import org.jspecify.annotations.NullMarked;
