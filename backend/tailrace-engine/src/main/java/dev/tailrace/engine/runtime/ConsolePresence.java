package dev.tailrace.engine.runtime;

import dev.tailrace.bytes.WallClock;
import dev.tailrace.engine.control.Mailboxes;
import dev.tailrace.engine.drain.Destination;
import dev.tailrace.engine.journal.owner.DropCounters;
import dev.tailrace.engine.journal.owner.LaneDirectory;
import dev.tailrace.engine.journal.owner.Owner;
import dev.tailrace.engine.journal.owner.Owners;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes a process that logs to consoles only reachable for other processes, which ask it to change levels and limits: an owner's file in a
 * directory that all such processes of this user share. It is made after the first second, so that short processes don't pay for it, and
 * removed at the end; what a killed process leaves is removed by the next one. Where it can't be made, the process is not reachable and logs
 * as well. Thread-safe.
 */
final class ConsolePresence {
    private static final int MOST_TRIES = 3;

    private final Mailboxes mailboxes;
    private final List<Destination> consoles = new ArrayList<>();
    private @Nullable String parent;
    private @Nullable Owner owner;
    private int tries;
    private boolean over;

    ConsolePresence(Mailboxes mailboxes) {
        this.mailboxes = mailboxes;
    }

    /** A console is opened; {@code parentDirectory}: see {@link LogSettings}. */
    synchronized void add(Destination console, @Nullable String parentDirectory) {
        consoles.add(console);
        parent = parentDirectory;
    }

    /** Does nothing where the destination is no console. */
    synchronized void remove(Destination console) {
        consoles.remove(console);
    }

    /** Call about once a second, from a thread that may wait for files. */
    synchronized void beat() {
        try {
            Owner known = owner;
            if (known != null) {
                known.restore();
                show(known);
            } else if (!consoles.isEmpty() && !over && tries < MOST_TRIES && mailboxes.isEmpty()) {
                tries++;
                enter();
            }
        } catch (IOException | InternalError e) {
            // Tried again in a second.
            return;
        }
    }

    private void enter() throws IOException {
        Path directory = LaneDirectory.forConsoles(parent);
        if (directory != null) {
            Owners.removeDead(directory);
            Owner fresh = Owner.enter(directory);
            owner = fresh;
            fresh.join();
            mailboxes.add(this, fresh);
            show(fresh);
        }
    }

    private void show(Owner shown) {
        long lines = 0;
        long bytes = 0;
        long waits = 0;
        List<DropCounters> losses = new ArrayList<>();
        for (Destination each : consoles) {
            lines += each.figures().lines();
            bytes += each.figures().bytes();
            waits += each.figures().waits();
            losses.add(each.losses());
        }
        DropCounters.of(shown).showConsoles(losses, lines, bytes, waits, WallClock.nanos());
    }

    /** At the end. */
    synchronized void leave() {
        over = true;
        Owner known = owner;
        if (known != null) {
            owner = null;
            mailboxes.remove(this);
            try {
                known.leave();
                Files.deleteIfExists(known.directory());
            } catch (DirectoryNotEmptyException | NoSuchFileException e) {
                // Other processes are there, or it is gone already.
                return;
            } catch (IOException e) {
                // The next process finds its file and removes it.
                return;
            }
        }
    }
}
