/** The ring of one lane: claim, commit, clearing and sealing in mapped memory; what of it goes to spill files. */
@NullMarked
package dev.tailrace.engine.journal.ring;

import org.jspecify.annotations.NullMarked;
