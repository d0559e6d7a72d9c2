package dev.tailrace.engine.drain;

import dev.tailrace.engine.journal.owner.LossReport;
import dev.tailrace.finding.Finding;
import dev.tailrace.finding.FindingCode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Counts and reports the events of a drainer without lanes of its own. It knows no application's pattern, so a loss report is a plain line.
 * Single-threaded.
 */
public final class PlainListener implements DrainListener {
    private final Consumer<Finding> findings;
    private final LongSupplier epochNanos;
    private long torn;
    private long dropped;
    private long damaged;
    private String lastError = "";

    public PlainListener(Consumer<Finding> findings, LongSupplier epochNanos) {
        this.findings = findings;
        this.epochNanos = epochNanos;
    }

    /** Frames whose log calls never returned. */
    public long torn() {
        return torn;
    }

    /** Events dropped by processes and reported in the log by this drainer. */
    public long dropped() {
        return dropped;
    }

    /** Files and places that were put aside or could not be read. */
    public long damaged() {
        return damaged;
    }

    @Override
    public void onDamage(Destination destination, long lostBytes) {
        damaged++;
        findings.accept(DrainFindings.damage(destination, lostBytes));
    }

    @Override
    public void onStuckProducer(Destination destination) {
        findings.accept(DrainFindings.stuckProducer(destination));
    }

    @Override
    public ByteBuffer lossLine(Destination destination, LossReport report) {
        String text = LossText.of(report);
        Instant now = Instant.ofEpochMilli(Math.floorDiv(epochNanos.getAsLong(), 1_000_000L));
        ByteBuffer line = StandardCharsets.UTF_8.encode(now + " WARN [tailrace-drain] dev.tailrace - " + text + "\n");
        dropped += report.total();
        findings.accept(Finding.of(FindingCode.EVENTS_DROPPED, text + " (" + destination.description() + ")"));
        return line;
    }

    @Override
    public void onTorn(Destination destination, long frames) {
        torn += frames;
        findings.accept(DrainFindings.torn(destination, frames));
    }

    @Override
    public void onSpillFailure(Destination destination, IOException reason) {
        findings.accept(DrainFindings.spillFailure(destination, reason));
    }

    @Override
    public void onCut(Destination destination, long lostBytes) {
        damaged++;
        findings.accept(DrainFindings.cut(destination, lostBytes));
    }

    @Override
    public void onSkipped(Destination destination, long places, long bytes) {
        damaged++;
        findings.accept(DrainFindings.skipped(destination, places, bytes));
    }

    @Override
    public void onSpoiltCounts(Destination destination) {
        damaged++;
        findings.accept(DrainFindings.spoiltCounts(destination));
    }

    @Override
    public void onPossiblyTwice(Destination destination) {
        damaged++;
        findings.accept(DrainFindings.possiblyTwice(destination));
    }

    @Override
    public void onNoRoom(Destination destination, int lineLength, IOException reason) {
        damaged++;
        findings.accept(DrainFindings.noRoom(destination, lineLength, reason));
    }

    @Override
    public void onPutAside(Path file, IOException reason) {
        damaged++;
        findings.accept(DrainFindings.putAside(file, reason));
    }

    @Override
    public void onError(Throwable error) {
        // A repeated problem is reported once.
        if (!Objects.equals(lastError, error.toString())) {
            lastError = error.toString();
            findings.accept(Finding.of(FindingCode.INTERNAL_ERROR, lastError));
        }
    }
}
