/** The ring of one lane: claim, commit, clearing and sealing in mapped memory; and the spill files of its oldest frames. */
@NullMarked
package dev.tailrace.engine.journal.ring;

import org.jspecify.annotations.NullMarked;
