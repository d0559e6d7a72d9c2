/** The encoders of a configuration's appenders, and what is to be said of their patterns. It knows no destination that is open, and no logger. */
@NullMarked
package dev.tailrace.encoding;

import org.jspecify.annotations.NullMarked;
