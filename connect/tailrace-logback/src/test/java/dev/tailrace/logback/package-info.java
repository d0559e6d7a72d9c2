@NullMarked
package dev.tailrace.logback;

import org.jspecify.annotations.NullMarked;
