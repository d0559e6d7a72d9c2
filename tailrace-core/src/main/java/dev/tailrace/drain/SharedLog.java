package dev.tailrace.drain;

import dev.tailrace.bytes.MappedFiles;
import dev.tailrace.bytes.Uninterrupted;
import dev.tailrace.config.Finding;
import dev.tailrace.journal.LaneDirectory;
import dev.tailrace.sink.DrainLock;
import dev.tailrace.sink.DrainLock.Region;
import dev.tailrace.sink.FileFindings;
import dev.tailrace.sink.LockRecord;
import dev.tailrace.sink.LogFile;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * This process's part in a log that others may log to as well: in which directory the lanes are, and by whose rolling the file is
 * rolled. Both stand in the record beside the log; who drains may change them, as long as nobody lives who went by the old ones.
 *
 * <p>Made by the thread that starts the engine, then used by the drain thread.
 */
public final class SharedLog {
    /** Whoever came first and holds the lock may be slow to write the record: fifty processes can start at once on two CPUs. */
    private static final long PATIENCE_NANOS = 10_000_000_000L;
    /** Whoever came first after a restart of the machine may still be about to replace a record of lanes that are no more. */
    private static final long UNREACHABLE_NANOS = 1_000_000_000L;
    /** Of a neighbour the record is most often right, and there may be many of them. */
    private static final long NEIGHBOUR_NANOS = 100_000_000L;

    private static final long PAUSE_NANOS = 10_000_000L;
    /** How many neighbours of a log are tried before it counts as unusable. */
    public static final int MAX_NEIGHBOURS = 100;

    private final Agreement agreement;
    private final DrainLock lock;
    private final Supplier<@Nullable Path> ownDirectory;
    private final DrainListener listener;
    private final Consumer<Finding> findings;
    private final LanesLock lanesLock;
    private @Nullable Path directory;
    private boolean fresh;
    /** Without lanes of its own. */
    private boolean guest;

    private boolean gone;
    private @Nullable LockRecord unreachable;
    private String why = "";

    private SharedLog(
            LogFile configured,
            DrainLock lock,
            Supplier<@Nullable Path> ownDirectory,
            DrainListener listener,
            Consumer<Finding> findings) {
        this.lock = lock;
        this.agreement = new Agreement(configured, lock, findings);
        this.ownDirectory = ownDirectory;
        this.listener = listener;
        this.findings = findings;
        this.lanesLock = new LanesLock(listener);
    }

    /**
     * Takes part in a log: goes by the record of those who log to it, or makes one. Waits ten seconds at most.
     *
     * @param neighbour whether it is a log beside the wanted one, which could not be joined
     * @param ownDirectory the lane directory that this process would choose, made by the call; null: it has none but private memory
     * @return null when the others' lanes can't be reached from here, or no one else could reach these; a finding says why
     */
    public static @Nullable SharedLog join(
            LogFile configured,
            boolean neighbour,
            Supplier<@Nullable Path> ownDirectory,
            DrainListener listener,
            Consumer<Finding> findings)
            throws IOException {
        DrainLock lock = DrainLock.on(configured.lockFile());
        SharedLog log = new SharedLog(configured, lock, ownDirectory, listener, findings);
        boolean joined = false;
        try {
            long unreachableNanos = neighbour ? NEIGHBOUR_NANOS : UNREACHABLE_NANOS;
            long begin = System.nanoTime();
            long reachable = begin;
            joined = log.join();
            while (!joined) {
                long now = System.nanoTime();
                if (log.unreachable == null) {
                    reachable = now;
                }
                if (now - reachable > unreachableNanos || now - begin > PATIENCE_NANOS) {
                    log.tellUnreachable();
                    return null;
                }
                Uninterrupted.park(log, PAUSE_NANOS);
                log.unreachable = null;
                joined = log.join();
            }
            return log;
        } finally {
            if (!joined) {
                lock.close();
            }
        }
    }

    /**
     * Takes a log for this process alone, whose lanes are in private memory; null when somebody else takes part in it.
     */
    public static @Nullable SharedLog joinAlone(LogFile configured, DrainListener listener, Consumer<Finding> findings)
            throws IOException {
        DrainLock lock = DrainLock.on(configured.lockFile());
        SharedLog log = new SharedLog(configured, lock, () -> null, listener, findings);
        boolean joined = false;
        try {
            if (lock.tryDrain() && lock.isAlone(Region.MEMBERS)) {
                log.fresh = true;
                log.writeRecord(configured.rolling());
                joined = lock.join(Region.MEMBERS);
            }
            return joined ? log : null;
        } finally {
            if (!joined) {
                lock.close();
            }
        }
    }

    /**
     * Attends a log without lanes of its own, to drain those of others: goes by the record that is there, and changes nothing of it.
     *
     * @param lockFile must exist
     * @throws IOException when there is no record to go by, or its lane directory can't be used; the message says why
     */
    static SharedLog attend(Path lockFile, DrainListener listener, Consumer<Finding> findings) throws IOException {
        MappedFiles.requireFile(lockFile);
        DrainLock lock = DrainLock.on(lockFile);
        boolean attends = false;
        try {
            LockRecord record = lock.record();
            if (record == null) {
                throw new IOException(
                        "nobody has logged to it yet, or others may write its lock file: there is no record");
            }
            LogFile file = recorded(lockFile, record);
            SharedLog log = new SharedLog(file, lock, () -> null, listener, findings);
            log.guest = true;
            log.directory = record.lanes();
            log.checkReachable(record);
            attends = true;
            return log;
        } finally {
            if (!attends) {
                lock.close();
            }
        }
    }

    private static LogFile recorded(Path lockFile, LockRecord record) throws IOException {
        try {
            return LogFile.ofRecord(lockFile, record.rolling());
        } catch (IllegalArgumentException e) {
            throw new IOException("its record can't be understood: " + e.getMessage(), e);
        }
    }

    private void checkReachable(LockRecord record) throws IOException {
        Path lanes = record.lanes();
        if (lanes.equals(lock.path())) {
            throw new PrivateLanesException(isDeserted());
        }
        if (!Files.exists(lanes, LinkOption.NOFOLLOW_LINKS)) {
            throw new NoLanesException(lanes, isDeserted());
        }
        String refusal = LaneDirectory.refusal(lanes);
        if (refusal != null) {
            throw new IOException(refusal);
        }
        long id = StagingHead.id(lanes);
        // Without an id it can be the right one only if nobody lives to whom another might be.
        if (id != record.id() && (id != 0 || !isDeserted())) {
            throw new IOException(lanes + " is another directory of that name, such as another container's");
        }
    }

    /** Whether nobody lives who has lanes here; false when that isn't known, because somebody else drains. */
    private boolean isDeserted() throws IOException {
        boolean drained = lock.drains();
        if (!drained && !lock.tryDrain()) {
            return false;
        }
        try {
            return lock.isAlone(Region.MEMBERS);
        } finally {
            if (!drained) {
                lock.stopDraining();
            }
        }
    }

    private boolean join() throws IOException {
        return lock.tryDrain() ? joinAsDrainer() : joinAsMember();
    }

    private boolean joinAsDrainer() throws IOException {
        boolean joined = false;
        try {
            LockRecord record = lock.record();
            boolean alone = lock.isAlone(Region.MEMBERS);
            fresh = alone;
            if (record != null && isReachable(record) && !(alone && isDeserted(record.lanes()))) {
                directory = record.lanes();
            } else if (record == null || alone) {
                directory = ownDirectory.get();
                writeRecord(file().rolling());
            } else {
                return false;
            }
            if (record != null && !record.lanes().equals(directory) && !lock.isAlone(Region.MEMBERS)) {
                // Somebody joined by the old record between the look and the writing.
                lock.write(record);
                return false;
            }
            joined = lock.join(Region.MEMBERS);
            if (joined) {
                agreement.seek();
            }
            return joined;
        } finally {
            if (!joined) {
                lock.stopDraining();
            }
        }
    }

    private boolean joinAsMember() throws IOException {
        LockRecord record = lock.record();
        if (record == null || !isReachable(record) || !lock.join(Region.MEMBERS)) {
            return false;
        }
        // Changed by a drainer that found nobody here, just before.
        LockRecord again = lock.record();
        if (again == null || !again.lanes().equals(record.lanes()) || again.id() != record.id()) {
            lock.leave(Region.MEMBERS);
            return false;
        }
        directory = record.lanes();
        agreement.seek();
        return true;
    }

    private boolean isReachable(LockRecord record) {
        String refusal = LaneDirectory.refusal(record.lanes());
        if (refusal == null && StagingHead.id(record.lanes()) != record.id()) {
            refusal = "it is not the same directory, although it has the same name";
        }
        if (refusal != null) {
            unreachable = record;
            why = refusal;
        }
        return refusal == null;
    }

    private static boolean isDeserted(Path lanes) throws IOException {
        try (DirectoryStream<Path> rings = Files.newDirectoryStream(lanes, "*.ring")) {
            return !rings.iterator().hasNext();
        }
    }

    private void tellUnreachable() {
        LockRecord record = unreachable;
        if (record != null) {
            findings.accept(FileFindings.lanesUnreachable(file(), record.lanes(), why));
        }
    }

    private void writeRecord(String rolling) throws IOException {
        Path lanes = directory;
        // Private memory: a path that is no directory, which nobody can reach.
        lock.write(
                lanes == null
                        ? new LockRecord(lock.path(), 1, rolling)
                        : new LockRecord(
                                lanes,
                                Staging.open(lanes, lock.path(), listener).id(),
                                rolling));
    }

    /** The rolling to drain by. Only for the drainer. */
    LogFile rolling() throws IOException {
        return agreement.rolling();
    }

    /**
     * From here on this process wants the log to be rolled as {@code wanted} says; returns whether that is another way than before.
     *
     * @param wanted the same log, or the one that this is a neighbour of
     */
    boolean change(LogFile wanted) throws IOException {
        LogFile other = wanted;
        for (int n = 1; n <= MAX_NEIGHBOURS && !other.lockFile().equals(lock.path()); n++) {
            other = wanted.neighbour(n);
        }
        return other.lockFile().equals(lock.path()) && agreement.change(other);
    }

    /** For a guest: makes sure that the record is still the one it came for. Only for the drainer. */
    void confirm() throws IOException {
        if (guest) {
            LockRecord record = lock.record();
            if (record == null || !record.lanes().equals(directory)) {
                gone = true;
                throw new IOException("its record has changed");
            }
            checkReachable(record);
        }
    }

    /** Whether a guest should come anew: the lock file, or what stands in it, is another one. */
    boolean isGone() {
        return gone;
    }

    /**
     * Whether a process lives that wants another rolling than the recorded one, to which nobody agrees any more: it can write its own only
     * when it drains. Only for a guest that drains.
     */
    boolean isOutvoted() throws IOException {
        return guest && lock.isAlone(Region.AGREED) && !lock.isAlone(Region.MEMBERS);
    }

    /** Whether this process went by another's rolling and goes by its own now. */
    boolean mayChangeRolling() throws IOException {
        if (guest || agreement.isReached()) {
            return false;
        }
        agreement.seek();
        return agreement.isReached();
    }

    /** Makes sure of the record once this process drains: it may have been deleted or damaged meanwhile. */
    void ensureRecord(long stagingId) throws IOException {
        Path lanes = directory;
        if (lanes == null) {
            return;
        }
        LockRecord record = lock.record();
        if (record == null && guest) {
            throw new IOException("its record is gone");
        } else if (record == null) {
            lock.write(new LockRecord(lanes, stagingId, file().rolling()));
        } else if (record.id() != stagingId && record.lanes().equals(lanes)) {
            lock.write(new LockRecord(lanes, stagingId, record.rolling()));
        } else if (!record.lanes().equals(lanes)) {
            replaceRecord(record, new LockRecord(lanes, stagingId, file().rolling()));
        }
    }

    /** Where the lock file was deleted, others may have made one that names other lanes; as long as they live these can't be drained. */
    private void replaceRecord(LockRecord record, LockRecord own) throws IOException {
        boolean alone = !guest && lock.isAlone(Region.MEMBERS);
        if (alone) {
            lock.write(own);
            // Somebody may have joined by the old one just before.
            alone = lock.isAlone(Region.MEMBERS);
            if (!alone) {
                lock.write(record);
            }
        }
        if (!alone) {
            throw new IOException("others have their lanes in " + record.lanes() + ", this process in " + own.lanes());
        }
    }

    /** After the lock file was deleted or replaced: takes part in what is there now. */
    void rejoin() throws IOException {
        if (guest) {
            gone = true;
            close();
            return;
        }
        lock.reopen();
        if (!lock.join(Region.MEMBERS)) {
            // Its being alone is tested by a drainer just now.
            throw new IOException("not joined yet: " + lock.path());
        }
        agreement.seek();
    }

    /** Whether it takes part, or needs not to; not for a moment after a {@link #rejoin} that has to be tried again. */
    boolean hasJoined() {
        return guest || lock.hasJoined(Region.MEMBERS);
    }

    /** Tries to become the drainer, of the log and of its lanes. */
    boolean tryDrain() throws IOException {
        if (!lock.tryDrain()) {
            return false;
        }
        boolean drains = false;
        try {
            Path lanes = directory;
            drains = lanes == null || lanesLock.tryDrain(lanes);
        } finally {
            if (!drains) {
                lock.stopDraining();
            }
        }
        return drains;
    }

    void stopDraining() throws IOException {
        try {
            lanesLock.stopDraining();
        } finally {
            lock.stopDraining();
        }
    }

    /** Whether this process drains. */
    public boolean isDraining() {
        return lock.drains();
    }

    DrainLock lock() {
        return lock;
    }

    public LogFile file() {
        return agreement.own();
    }

    /** Where the lanes are; null: in private memory, and nobody else can take part. */
    public @Nullable Path directory() {
        return directory;
    }

    /** A number that changes with each batch that is written to the log, by whichever process. Costs some system calls. For any thread. */
    public long drained() {
        Path lanes = directory;
        return lanes == null ? 0 : StagingHead.committed(lanes);
    }

    /** Whether nobody else took part when this process came. */
    boolean isFresh() {
        return fresh;
    }

    /** Takes no part any more. */
    public void close() {
        try {
            try {
                lanesLock.close();
            } finally {
                lock.close();
            }
        } catch (IOException e) {
            // The system drops the locks with the file, or with the process.
            return;
        }
    }
}
