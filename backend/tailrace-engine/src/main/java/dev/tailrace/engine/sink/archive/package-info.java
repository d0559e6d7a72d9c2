/** All slow work on rolled files: compression, copies, deletion; resumed after a crash. */
@NullMarked
package dev.tailrace.engine.sink.archive;

import org.jspecify.annotations.NullMarked;
