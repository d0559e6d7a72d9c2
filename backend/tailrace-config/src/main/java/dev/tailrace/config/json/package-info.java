/** The JSON templates of formats that both dialects can ask for. Knows no element of either. */
@NullMarked
package dev.tailrace.config.json;

import org.jspecify.annotations.NullMarked;
