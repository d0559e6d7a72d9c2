/** The processes that own lanes: their files, whether they live, and how many lines they dropped. */
@NullMarked
package dev.tailrace.engine.journal.owner;

import org.jspecify.annotations.NullMarked;
