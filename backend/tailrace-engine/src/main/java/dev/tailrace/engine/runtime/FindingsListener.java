package dev.tailrace.engine.runtime;

import dev.tailrace.engine.drain.Destination;
import dev.tailrace.engine.drain.DrainFindings;
import dev.tailrace.engine.drain.LossText;
import dev.tailrace.engine.journal.owner.LossReport;
import dev.tailrace.finding.Finding;
import dev.tailrace.finding.FindingCode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Turns an engine's reports into findings; the subclass handles the findings. Thread-safe. */
public abstract class FindingsListener implements EngineListener {
    private final Set<FindingCode> reported = ConcurrentHashMap.newKeySet();

    @Override
    public void reportOnce(Finding finding) {
        if (reported.add(finding.code())) {
            report(finding);
        }
    }

    @Override
    public void onDamage(Destination destination, long lostBytes) {
        report(DrainFindings.damage(destination, lostBytes));
    }

    @Override
    public void onStuckProducer(Destination destination) {
        report(DrainFindings.stuckProducer(destination));
    }

    @Override
    public void onTorn(Destination destination, long frames) {
        report(DrainFindings.torn(destination, frames));
    }

    @Override
    public void onSpillFailure(Destination destination, IOException reason) {
        reportOnce(DrainFindings.spillFailure(destination, reason));
    }

    @Override
    public void onCut(Destination destination, long lostBytes) {
        report(DrainFindings.cut(destination, lostBytes));
    }

    @Override
    public void onSkipped(Destination destination, long places, long bytes) {
        report(DrainFindings.skipped(destination, places, bytes));
    }

    @Override
    public void onSpoiltCounts(Destination destination) {
        report(DrainFindings.spoiltCounts(destination));
    }

    @Override
    public void onPossiblyTwice(Destination destination) {
        report(DrainFindings.possiblyTwice(destination));
    }

    @Override
    public void onNoRoom(Destination destination, int lineLength, IOException reason) {
        report(DrainFindings.noRoom(destination, lineLength, reason));
    }

    @Override
    public void onPutAside(Path file, IOException reason) {
        report(DrainFindings.putAside(file, reason));
    }

    @Override
    public void onError(Throwable error) {
        reportOnce(Finding.of(FindingCode.INTERNAL_ERROR, describe(error)));
    }

    /** A sentence about dropped events; the first one is a finding, too. */
    protected final String losses(Destination destination, LossReport report) {
        String text = LossText.of(report);
        reportOnce(Finding.of(FindingCode.EVENTS_DROPPED, text + " (" + destination.description() + ")"));
        return text;
    }

    /** An exception's message, or its class name if it has none; the message may run foreign code. */
    protected static String describe(Throwable error) {
        try {
            return error.toString();
        } catch (Throwable e) {
            return error.getClass().getName();
        }
    }
}
