/** Encoders and layouts of Logback's world that write JSON. */
@NullMarked
package dev.tailrace.config.logback.json;

import org.jspecify.annotations.NullMarked;
