package dev.tailrace.engine.drain;

import dev.tailrace.engine.journal.owner.LossReport;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Takes everything without a word. */
public class QuietListener implements DrainListener {
    @Override
    public void onDamage(Destination destination, long lostBytes) {}

    @Override
    public void onStuckProducer(Destination destination) {}

    @Override
    public ByteBuffer lossLine(Destination destination, LossReport report) {
        return ByteBuffer.wrap(
                ("lost " + report.total() + " " + report.perLogger() + "\n").getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void onTorn(Destination destination, long frames) {}

    @Override
    public void onSpillFailure(Destination destination, IOException reason) {}

    @Override
    public void onCut(Destination destination, long lostBytes) {}

    @Override
    public void onSkipped(Destination destination, long places, long bytes) {}

    @Override
    public void onSpoiltCounts(Destination destination) {}

    @Override
    public void onPossiblyTwice(Destination destination) {}

    @Override
    public void onNoRoom(Destination destination, int lineLength, IOException reason) {}

    @Override
    public void onPutAside(Path file, IOException reason) {}

    @Override
    public void onError(Throwable error) {}
}
