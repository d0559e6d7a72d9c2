package dev.tailrace.ship;

import dev.tailrace.bytes.CrashPoint;
import dev.tailrace.bytes.HelperThread;
import dev.tailrace.config.model.TargetConfig;
import dev.tailrace.destination.TargetFigures;
import dev.tailrace.finding.Finding;
import dev.tailrace.layout.event.Encoder;
import dev.tailrace.target.TargetSender;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Sends the records of one row of files to one target, in their order and at least once, from a thread of its own: of all processes that
 * write the row, in the one that has its lock. The place up to which the target has acknowledged is kept in a file. {@link #figures} is for
 * any thread.
 */
public final class Shipment implements TargetSender {
    /** Records gather for so long, so that a request takes many. */
    private static final long LINGER_NANOS = 500_000_000L;

    private static final long LOCK_NANOS = 1_000_000_000L;
    private static final long HOLD_NANOS = 60_000_000_000L;
    private static final long FIRST_PAUSE_NANOS = 500_000_000L;
    private static final long LONGEST_PAUSE_NANOS = 30_000_000_000L;
    /** The longest sleep: the cap is looked after during an outage, too. */
    private static final long LOOK_NANOS = 500_000_000L;

    private static final long END_NANOS = 100_000_000L;
    /** The result of {@link #end} where the files can't be read. */
    private static final long FAILED = -2;
    /** Counting what is left takes a moment. */
    private static final long LAST_NANOS = 1_000_000_000L;

    private static final int MOST_REFUSED = 16;
    private static final long SEND_NANOS = 60_000_000_000L;

    private final String appender;
    private final Row row;
    private final Encoder encoder;
    private final Target target;
    private final Cap cap;
    private final TargetReports reports;
    private final RowReader reader;
    /** Records that the target has taken, while they may still get lost. */
    private final Deque<Sent> settling = new ArrayDeque<>();

    private volatile Position.@Nullable Store store;
    private volatile Position position = Position.START;
    private long lookedAt = System.nanoTime() - LOOK_NANOS;
    private volatile TargetState state;
    private int failures;
    /** The target has taken a record: if it refuses one now, it is the record's fault. */
    private boolean hasTaken;

    /** Records that were refused one by one since the target took one. */
    private int refusedInRow;

    /** The target was asked for the place that it remembers. */
    private boolean resumed;

    private volatile boolean failed;
    private @Nullable HelperThread thread;
    private volatile boolean ending;
    private volatile long deadline;
    private volatile long leftOver = -1;

    /** A place in the row up to which the target has taken records, since a time in {@link System#nanoTime}. */
    private record Sent(long nanos, long key, long end, int accepted, int dropped) {}

    /**
     * Starts nothing.
     *
     * @param file the active file of the row
     */
    public Shipment(
            TargetConfig config,
            String appender,
            Path file,
            Encoder encoder,
            Target target,
            Consumer<Finding> findings) {
        this.appender = appender;
        this.row = new Row(file);
        this.encoder = encoder;
        this.target = target;
        this.cap = new Cap(row, config.cap());
        this.reports = new TargetReports(appender, target, row, findings);
        this.reader = new RowReader(row);
        this.state = new TargetState(config.kind(), target.address(), 0, "");
    }

    @Override
    public Encoder encoder() {
        return encoder;
    }

    @Override
    public void start() {
        HelperThread sender = HelperThread.of(this::run, "tailrace-ship");
        thread = sender;
        sender.start();
    }

    @Override
    public long end(long until) {
        deadline = until;
        ending = true;
        HelperThread sender = thread;
        if (sender != null) {
            sender.wake();
            if (!sender.awaitEnd(until + LAST_NANOS) && store != null) {
                reportLeft();
            }
        }
        return leftOver;
    }

    /** Reports what is left, once. */
    private synchronized void reportLeft() {
        if (leftOver < 0) {
            try {
                long left = Cap.records(row.entries(), position);
                reports.end(left);
                leftOver = left;
            } catch (IOException e) {
                reports.failed(e);
            }
        }
    }

    @Override
    public TargetFigures figures() {
        TargetState found = TargetState.read(row.own("target"));
        // What this process knows itself holds on a full disk, too.
        boolean own = store != null || failed || found.equals(TargetState.NONE);
        return RowView.figures(appender, row, store == null ? null : position, own ? state : found);
    }

    private void run() {
        while (!ending) {
            sendIfFirst();
            if (!ending) {
                LockSupport.parkNanos(this, LOCK_NANOS);
            }
        }
        if (leftOver < 0) {
            // It may be the last process.
            sendIfFirst();
        }
        if (leftOver < 0 && failed) {
            leftOver = FAILED;
        }
        reader.close();
        target.close();
    }

    /**
     * Sends, unless another one does. In this JVM the lock file may be open once only: each close of it would drop the lock, also in another
     * class loader; the system properties are what class loaders share.
     */
    private void sendIfFirst() {
        String claim = "tailrace.ship:" + row.own("lock").toAbsolutePath().normalize();
        if (System.getProperties().putIfAbsent(claim, "") != null) {
            return;
        }
        try (FileChannel channel = FileChannel.open(
                        row.own("lock"),
                        StandardOpenOption.WRITE,
                        StandardOpenOption.CREATE,
                        LinkOption.NOFOLLOW_LINKS);
                FileLock lock = channel.tryLock()) {
            failed = false;
            if (lock != null) {
                CrashPoint.reach("ship: lock taken");
                send();
            }
        } catch (IOException | RuntimeException | Error e) {
            // Such as a full disk, or memory: tried again.
            failed = true;
            state = state.fails(String.valueOf(e));
            reports.failed(e);
        } finally {
            System.getProperties().remove(claim);
        }
    }

    /** Sends until the end, or until the files can't be read. */
    private void send() throws IOException {
        try (Position.Store opened = new Position.Store(row.own("position"))) {
            store = opened;
            position = opened.last();
            long since = TargetState.read(row.own("target")).since();
            state = new TargetState(state.kind(), state.address(), since, "");
            state.write(row.own("target"));
            reader.seek(position);
            resumed = false;
            while (true) {
                settle();
                keepCap();
                long pause = sendOnce();
                if (pause < 0) {
                    break;
                }
                sleep(pause);
            }
            reportLeft();
        } finally {
            store = null;
            settling.clear();
        }
    }

    /** Sends a batch; returns how long to pause then, in nanoseconds; negative: it is time to end. */
    private long sendOnce() throws IOException {
        RowReader.Found found = reader.read(target.mostRecords(), target.mostBytes());
        boolean late = ending && System.nanoTime() - deadline >= 0;
        if (found == null) {
            if (!settling.isEmpty() && !target.isAlive()) {
                return again(Outcome.retry(0, "connection lost"), null);
            }
            boolean done = ending && (settling.isEmpty() || late);
            if (!done) {
                target.idle();
            }
            return done ? -1 : linger();
        }
        if (late) {
            return -1;
        }
        if (!resumed) {
            Outcome asked = resume();
            return asked.kind() == Outcome.Kind.ACCEPTED ? 0 : again(asked, null);
        }
        Outcome outcome = found.batch().count() == 0 ? Outcome.ACCEPTED : deliver(found.batch(), found.key());
        if (outcome.kind() == Outcome.Kind.ACCEPTED) {
            failures = 0;
            become(state.takes());
            reports.accepted();
            if (found.damaged() > 0) {
                reports.dropped(found.damaged(), "damaged in their file");
            }
            sent(found.key(), found.end(), 0, found.damaged());
            return found.hasMore() ? 0 : linger();
        }
        return again(outcome, found);
    }

    private long linger() {
        return settling.isEmpty() ? LINGER_NANOS : Math.min(LINGER_NANOS, target.settlingNanos());
    }

    private void become(TargetState next) {
        if (!next.equals(state)) {
            state = next;
            next.write(row.own("target"));
        }
    }

    /** Goes back to what is acknowledged, and counts what is sent again. */
    private long again(Outcome outcome, RowReader.@Nullable Found found) throws IOException {
        CrashPoint.reach("ship: going back");
        long key = position.key();
        long end = position.offset();
        int again = 0;
        for (Sent sent : settling) {
            again += sent.accepted();
            key = sent.key();
            end = sent.end();
        }
        for (int i = 0; found != null && i < found.batch().count(); i++) {
            again += found.key() != key || found.batch().end(i) > end ? 1 : 0;
        }
        settling.clear();
        moveTo(position.plus(0, again, 0));
        resumed = false;
        reader.seek(position);
        return pause(outcome);
    }

    /** Goes on where the target says, if that is later than the position here: a process may have ended before it kept that. */
    private Outcome resume() throws IOException {
        long until = System.nanoTime() + SEND_NANOS;
        Target.Resumed found = target.resume(ending && deadline - until < 0 ? deadline : until);
        resumed = found.outcome().kind() == Outcome.Kind.ACCEPTED;
        if (resumed) {
            Position remembered = Position.parsed(found.place());
            if (remembered.number() > position.number()) {
                moveTo(remembered);
            }
            reader.seek(position);
        }
        return found.outcome();
    }

    private long pause(Outcome outcome) {
        become(state.fails(outcome.reason()));
        if (outcome.kind() == Outcome.Kind.HOLD) {
            reports.refused(outcome.reason());
            return ending ? -1 : HOLD_NANOS;
        }
        reports.away(outcome.reason());
        long most = Math.min(LONGEST_PAUSE_NANOS, FIRST_PAUSE_NANOS << Math.min(failures++, 10));
        long jittered = ThreadLocalRandom.current().nextLong(most / 2, most + 1);
        return Math.max(jittered, outcome.waitMillis() * 1_000_000L);
    }

    /** Sends a batch; splits it where the target can't take it as a whole. */
    private Outcome deliver(Batch batch, long key) throws IOException {
        long until = System.nanoTime() + SEND_NANOS;
        CrashPoint.reach("ship: before a request");
        Outcome outcome = target.send(batch.at(position, key), ending && deadline - until < 0 ? deadline : until);
        CrashPoint.reach("ship: after a request");
        int count = batch.count();
        long end = batch.end(count - 1);
        if (outcome.kind() == Outcome.Kind.SPLIT && !hasTaken) {
            Outcome probed = count == 1 ? outcome : probe(batch);
            if (probed.kind() != Outcome.Kind.ACCEPTED) {
                return probed.kind() == Outcome.Kind.SPLIT ? Outcome.hold(outcome.reason()) : probed;
            }
            hasTaken = true;
        }
        if (outcome.kind() == Outcome.Kind.ACCEPTED) {
            if (outcome.dropped() > 0) {
                reports.dropped(outcome.dropped(), refused(outcome));
            }
            if (outcome.dropped() < count) {
                hasTaken = true;
                refusedInRow = 0;
            }
            sent(key, end, count - outcome.dropped(), outcome.dropped());
        } else if (outcome.kind() == Outcome.Kind.SPLIT && count == 1) {
            reports.dropped(1, refused(outcome));
            sent(key, end, 0, 1);
            // So many in a row may be the fault of the target: it is given time, and may be mended.
            return ++refusedInRow % MOST_REFUSED == 0 ? Outcome.hold(outcome.reason()) : Outcome.ACCEPTED;
        } else if (outcome.kind() == Outcome.Kind.SPLIT) {
            Outcome first = deliver(batch.part(0, count / 2), key);
            CrashPoint.reach("ship: first half sent");
            return first.kind() == Outcome.Kind.ACCEPTED
                    ? deliver(batch.part(count / 2, count - count / 2), key)
                    : first;
        }
        return outcome;
    }

    private static String refused(Outcome outcome) {
        return TargetReports.REFUSED + (outcome.reason().isEmpty() ? "" : ": " + outcome.reason());
    }

    /**
     * Sends the first of several records, or else the second: if the target takes one, not everything is wrong for it, such as the address.
     * Another one would arrive before earlier ones.
     */
    private Outcome probe(Batch batch) {
        Outcome first = target.send(batch.part(0, 1), System.nanoTime() + SEND_NANOS);
        return first.kind() == Outcome.Kind.SPLIT
                ? target.send(batch.part(1, 1), System.nanoTime() + SEND_NANOS)
                : first;
    }

    private void sent(long key, long end, int accepted, int dropped) throws IOException {
        settling.add(new Sent(System.nanoTime(), key, end, accepted, dropped));
        settle();
    }

    /** Remembers what can't get lost any more, and deletes the files before it. */
    private void settle() throws IOException {
        long now = System.nanoTime();
        long wait = target.settlingNanos();
        Position next = position;
        if (wait > 0 && !settling.isEmpty() && now - settling.getFirst().nanos() >= wait && !target.isAlive()) {
            // What was sent last may be lost: it is sent again.
            return;
        }
        while (!settling.isEmpty() && now - settling.getFirst().nanos() >= wait) {
            Sent sent = settling.removeFirst();
            next = next.at(sent.key(), sent.end()).plus(sent.accepted(), 0, sent.dropped());
        }
        moveTo(next);
    }

    private void moveTo(Position next) throws IOException {
        Position before = position;
        if (next.equals(before) || store == null) {
            return;
        }
        store.write(next);
        position = next;
        if (next.key() != before.key()) {
            Cap.deleteBefore(row.entries(), next);
        }
    }

    private void keepCap() throws IOException {
        long now = System.nanoTime();
        if (now - lookedAt < LOOK_NANOS) {
            return;
        }
        lookedAt = now;
        Cap.Excess excess = cap.excess(position);
        if (excess != null) {
            CrashPoint.reach("ship: beyond the cap");
            settling.clear();
            moveTo(position.at(excess.next(), 0).plus(0, 0, excess.records()));
            reader.seek(position);
            reports.dropped(excess.records(), excess.reason());
        }
    }

    private void sleep(long nanos) throws IOException {
        long until = System.nanoTime() + nanos;
        for (long left = nanos; left > 0; left = until - System.nanoTime()) {
            // At the end each pause is a short one.
            if (ending && (left < nanos || (failures == 0 && settling.isEmpty()))) {
                return;
            }
            LockSupport.parkNanos(this, Math.min(left, ending && failures == 0 ? END_NANOS : LOOK_NANOS));
            keepCap();
        }
    }
}
