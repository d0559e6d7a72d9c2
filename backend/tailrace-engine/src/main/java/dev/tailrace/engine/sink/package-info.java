/**
 * Where bytes go: console, files, rolled files, and the archiver that does all slow work on rolled files. Sees bytes and timestamps, never
 * events or lanes.
 */
@NullMarked
package dev.tailrace.engine.sink;

import org.jspecify.annotations.NullMarked;
