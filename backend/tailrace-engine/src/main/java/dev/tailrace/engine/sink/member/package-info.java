/** Files that are written compressed, in members that can be read one by one. */
@NullMarked
package dev.tailrace.engine.sink.member;

import org.jspecify.annotations.NullMarked;
