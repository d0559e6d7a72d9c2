/** Encoders and layouts that write JSON. */
@NullMarked
package dev.tailrace.config.json;

import org.jspecify.annotations.NullMarked;
