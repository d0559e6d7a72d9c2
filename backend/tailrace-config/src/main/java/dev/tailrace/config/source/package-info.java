/** Where a configuration's properties come from: the process, or the environment of a framework such as Spring. Open to every module. */
@NullMarked
package dev.tailrace.config.source;

import org.jspecify.annotations.NullMarked;
