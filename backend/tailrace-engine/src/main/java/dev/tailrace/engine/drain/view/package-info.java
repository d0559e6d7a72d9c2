/** Looking at a log and its lanes from outside, without taking part. */
@NullMarked
package dev.tailrace.engine.drain.view;

import org.jspecify.annotations.NullMarked;
