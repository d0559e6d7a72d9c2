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
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Makes a process that logs to consoles only reachable for other processes, which ask it to change levels and limits: an owner's file in a
 * directory that all such processes of this user share. It is made after the first second, so that short processes don't pay for it, and
 * removed at the end, or when the process gets a log file; a killed process's file is removed by the next one. Where it can't be made, the
 * process is not reachable and logs as well. Thread-safe.
 */
final class ConsolePresence {
    private static final long RETRY_NANOS = 60_000_000_000L;
    /** How long the end of the process waits for a beat that waits for a file. */
    private static final long LEAVE_MILLIS = 100;

    private final Mailboxes mailboxes;
    private final List<Destination> consoles = new CopyOnWriteArrayList<>();
    private volatile @Nullable String parent;
    /** Held by the one that makes, shows or removes the file. */
    private final ReentrantLock turn = new ReentrantLock();

    private @Nullable Owner owner;
    private boolean failed;
    private long failedAt;
    private volatile boolean over;

    ConsolePresence(Mailboxes mailboxes) {
        this.mailboxes = mailboxes;
    }

    /** A console is opened; {@code parentDirectory}: see {@link LogSettings}. */
    void add(Destination console, @Nullable String parentDirectory) {
        consoles.add(console);
        parent = parentDirectory;
    }

    /** Does nothing where the destination is no console. */
    void remove(Destination console) {
        consoles.remove(console);
    }

    /** Call about once a second, from a thread that may wait for files. */
    void beat() {
        turn.lock();
        try {
            boolean wanted = !over && !consoles.isEmpty() && !mailboxes.hasOther(this);
            Owner known = owner;
            if (!wanted) {
                leaveNow();
            } else if (known != null) {
                known.restore();
                known.refresh();
                show(known);
            } else if (!failed || System.nanoTime() - failedAt >= RETRY_NANOS) {
                enter();
            }
        } catch (IOException | RuntimeException | InternalError e) {
            failed = true;
            failedAt = System.nanoTime();
        } finally {
            turn.unlock();
        }
    }

    private void enter() throws IOException {
        Path directory = LaneDirectory.forConsoles(parent);
        if (directory == null) {
            throw new NoSuchFileException("a directory for consoles");
        }
        Owners.removeDead(directory);
        Owner fresh = Owner.enter(directory);
        owner = fresh;
        fresh.join();
        mailboxes.add(this, fresh);
        show(fresh);
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
    void leave() {
        over = true;
        try {
            if (turn.tryLock(LEAVE_MILLIS, TimeUnit.MILLISECONDS)) {
                try {
                    leaveNow();
                } finally {
                    turn.unlock();
                }
            }
        } catch (InterruptedException e) {
            // The next process removes the file.
            Thread.currentThread().interrupt();
        }
    }

    private void leaveNow() {
        Owner known = owner;
        if (known == null) {
            return;
        }
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
