/** Lines of JSON. */
@NullMarked
package dev.tailrace.layout.json;

import org.jspecify.annotations.NullMarked;
