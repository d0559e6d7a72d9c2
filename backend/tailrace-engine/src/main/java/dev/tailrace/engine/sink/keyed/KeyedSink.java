package dev.tailrace.engine.sink.keyed;

import dev.tailrace.engine.sink.RoutedSink;
import dev.tailrace.engine.sink.Sink;
import dev.tailrace.engine.sink.SinkUnavailableException;
import dev.tailrace.engine.sink.archive.Archiver;
import dev.tailrace.engine.sink.file.FileSinkOpener;
import dev.tailrace.engine.sink.rolling.RollingPolicyCodec;
import dev.tailrace.finding.Finding;
import dev.tailrace.finding.FindingCode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A file for each key. A limited number of files is open, and one is written at a time; the drainer selects it between two batches. The
 * least recently written file is closed, and opened again when it is needed. Used by one thread.
 *
 * <p>Lines of a key whose file can't be opened go to the file for lines without a key, because lines behind them would otherwise wait.
 */
public final class KeyedSink implements RoutedSink {
    private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final int MOST_REFUSED = 1_000;
    private static final String UNKNOWN = "unknown";
    private static final byte[] NO_KEY = {};

    private final RollingPolicyCodec text;
    private final RollingPolicyCodec.Keyed keyed;
    private final LongSupplier epochNanos;
    private final Consumer<Finding> findings;
    /** The open files, least recently used first. */
    private final Map<LineKey, Open> open = new LinkedHashMap<>(16, 0.75f, true);
    /** Keys whose file can't be opened, and until when their lines go to the other file. */
    private final Map<LineKey, Long> refused = new LinkedHashMap<>();

    private final KeyedFiles files;
    private final LineKey otherwise;
    /** The key of the last line; its file is the current one. */
    private final LineKey asked = new LineKey();

    private @Nullable Sink current;
    /** A file without a key, in which a batch is finished. */
    private @Nullable Sink aside;

    /** The current file's, if it has a key. */
    private @Nullable Open lastUsed;

    private long lastTick;
    private long rolls;

    /** Files to be closed; only used during the search for them. */
    private final List<Open> over = new ArrayList<>();

    /** The open file of one key, or of several keys with the same file. */
    private static final class Open {
        /** The key's part of the file names. */
        private final String value;

        private final Sink sink;
        private long usedAt;

        Open(String value, Sink sink, long usedAt) {
            this.value = value;
            this.sink = sink;
            this.usedAt = usedAt;
        }
    }

    public KeyedSink(
            RollingPolicyCodec text,
            RollingPolicyCodec.Keyed keyed,
            Archiver archiver,
            LongSupplier epochNanos,
            Consumer<Finding> findings,
            boolean cleanHistory) {
        this.text = text;
        this.keyed = keyed;
        this.epochNanos = epochNanos;
        this.findings = findings;
        this.files = new KeyedFiles(text, archiver, epochNanos, findings, cleanHistory);
        this.otherwise = LineKey.of(keyed.otherwise());
        this.lastTick = epochNanos.getAsLong();
    }

    @Override
    public boolean isAt(byte[] key, int offset, int length) {
        return current != null && aside == null && asked.is(key, offset, length);
    }

    @Override
    public void turnTo(byte[] key, int offset, int length) throws IOException {
        leave(key, offset, length);
        turnToAsked();
    }

    @Override
    public void turnToOthers() throws IOException {
        leave(NO_KEY, 0, 0);
        use(ofOthers());
    }

    @Override
    public void turnTo(Path path) throws IOException {
        leave(NO_KEY, 0, 0);
        try {
            aside = FileSinkOpener.alone(path, epochNanos, findings);
            current = aside;
        } catch (SinkUnavailableException | IOException e) {
            unusable("The file " + path + ", for which a former process left lines,", e);
            use(ofOthers());
        }
    }

    private void leave(byte[] nextKey, int offset, int length) throws IOException {
        leaveAside();
        current = null;
        lastUsed = null;
        asked.set(nextKey, offset, length);
    }

    private void leaveAside() throws IOException {
        Sink left = aside;
        aside = null;
        if (left != null) {
            current = null;
            left.close();
        }
    }

    private void turnToAsked() throws IOException {
        Open known = open.get(asked);
        if (known != null) {
            use(known);
            return;
        }
        Long until = refused.get(asked);
        String key = asked.text();
        if (key == null || asked.equals(otherwise) || (until != null && isLater(until))) {
            use(ofOthers());
            return;
        }
        try {
            use(opened(asked, key));
            refused.remove(asked);
        } catch (SinkUnavailableException | IOException | RuntimeException e) {
            refuse(key, e);
            use(ofOthers());
        }
    }

    /** Whether a time is ahead, but by no more than the pause: the clock may have been set back. */
    private boolean isLater(long until) {
        return lastTick < until && until - lastTick <= RETRY_NANOS;
    }

    private void refuse(String key, Exception e) {
        if (refused.size() >= MOST_REFUSED) {
            refused.clear();
        }
        if (refused.put(asked.copy(), lastTick + RETRY_NANOS) == null) {
            unusable("The file for the value \"" + key + "\"", e);
        }
    }

    private void unusable(String which, Exception e) {
        findings.accept(Finding.of(
                        FindingCode.SIFTED_FILE_UNUSABLE,
                        which + " can't be opened (" + e.getMessage() + "); its lines go to the file for \""
                                + keyed.otherwise() + "\".")
                .about(description()));
    }

    private Open ofOthers() throws IOException {
        Open known = open.get(otherwise);
        if (known != null) {
            return known;
        }
        try {
            try {
                return opened(otherwise, Objects.requireNonNullElse(otherwise.text(), UNKNOWN));
            } catch (InvalidPathException e) {
                // This process's locale can't encode the key's letters.
                return opened(otherwise, UNKNOWN);
            }
        } catch (SinkUnavailableException e) {
            throw new IOException(e);
        }
    }

    private Open opened(LineKey key, String value) throws IOException, SinkUnavailableException {
        while (open.size() >= keyed.mostOpen()) {
            closeOldest();
        }
        Open file = opened(files.nameOf(value));
        open.put(key.copy(), file);
        return file;
    }

    private Open opened(String value) throws IOException, SinkUnavailableException {
        Open known = sameAs(value, files.identity(value));
        if (known != null) {
            return known;
        }
        Sink sink = files.open(value);
        known = sameAs(value, sink.fileIdentity());
        if (known != null) {
            sink.close();
            return known;
        }
        rolls += sink.rolls();
        return new Open(value, sink, lastTick);
    }

    /**
     * The open file with the same identity: two sinks for one file would each roll it while the other one goes on writing to the rolled
     * file.
     */
    private @Nullable Open sameAs(String value, long identity) {
        for (Open each : open.values()) {
            if (each.value.equals(value) || (identity != 0 && each.sink.fileIdentity() == identity)) {
                return each;
            }
        }
        return null;
    }

    /** Closes the oldest file, preferably one whose rolled files are archived: otherwise they would wait for the file's next line. */
    private void closeOldest() {
        Map.Entry<LineKey, Open> oldest = null;
        for (Map.Entry<LineKey, Open> each : open.entrySet()) {
            if (each.getValue().sink.isFinished()) {
                oldest = each;
                break;
            }
            oldest = oldest == null ? each : oldest;
        }
        if (oldest != null) {
            Open file = oldest.getValue();
            open.remove(oldest.getKey());
            if (!open.containsValue(file)) {
                close(file);
            }
        }
    }

    private void close(Open file) {
        if (!file.sink.isFinished()) {
            files.unfinished(file.value);
        }
        closeQuietly(file.sink);
    }

    private void closeQuietly(Sink sink) {
        if (sink == current) {
            current = null;
            lastUsed = null;
        }
        try {
            sink.close();
        } catch (IOException e) {
            // All lines are written; the descriptor is closed all the same.
            return;
        }
    }

    private void use(Open file) {
        current = file.sink;
        lastUsed = file;
        file.usedAt = lastTick;
    }

    private Sink current() {
        return Objects.requireNonNull(current, "no line yet");
    }

    @Override
    public Fit fit(long now, long pendingBytes) {
        return current().fit(now, pendingBytes);
    }

    @Override
    public void write(ByteBuffer lines) throws IOException {
        current().write(lines);
        if (lastUsed != null) {
            lastUsed.usedAt = lastTick;
        }
    }

    @Override
    public void roll(long now) throws IOException {
        Sink rolled = current();
        long before = rolled.rolls();
        rolled.roll(now);
        rolls += rolled.rolls() - before;
    }

    /** A file that can't be checked must not keep the others from their check: it is closed, and its next line opens it again. */
    @Override
    public void tick(long now) {
        lastTick = now;
        Long until = refused.get(asked);
        if (until != null && current != null && !isLater(until)) {
            // The file's next line tries again.
            current = null;
            lastUsed = null;
        }
        long idle = TimeUnit.MILLISECONDS.toNanos(keyed.idleMillis());
        for (Open each : open.values()) {
            // Unfinished archive work would wait until the file is written again.
            boolean unused = now - each.usedAt > idle && each.sink.isFinished();
            try {
                if (!unused) {
                    long before = each.sink.rolls();
                    each.sink.tick(now);
                    rolls += each.sink.rolls() - before;
                }
            } catch (IOException e) {
                unused = true;
            }
            if (unused) {
                over.add(each);
            }
        }
        for (Open each : over) {
            // Several keys may share a file.
            if (open.values().removeIf(other -> other == each)) {
                close(each);
            }
        }
        over.clear();
    }

    @Override
    public void look() throws IOException {
        current().look();
    }

    @Override
    public void close() throws IOException {
        try {
            leaveAside();
        } finally {
            open.values().forEach(each -> closeQuietly(each.sink));
            open.clear();
            current = null;
        }
    }

    @Override
    public long rolls() {
        return rolls;
    }

    @Override
    public boolean isFinished() {
        return (aside == null || aside.isFinished()) && open.values().stream().allMatch(each -> each.sink.isFinished());
    }

    @Override
    public @Nullable Path path() {
        return current == null ? null : current.path();
    }

    @Override
    public long length() {
        return current == null ? 0 : current.length();
    }

    @Override
    public long fileIdentity() {
        return current == null ? 0 : current.fileIdentity();
    }

    @Override
    public String description() {
        return text.description();
    }
}
