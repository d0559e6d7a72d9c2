@NullMarked
package dev.tailrace.host;

import org.jspecify.annotations.NullMarked;
