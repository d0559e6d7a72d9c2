package dev.tailrace.engine.drain;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Records each call in a word or two. Not thread-safe. */
final class RecordingListener extends QuietListener {
    final List<String> reports = new ArrayList<>();

    @Override
    public void onDamage(Destination destination, long lostBytes) {
        reports.add("damage " + lostBytes);
    }

    @Override
    public void onStuckProducer(Destination destination) {
        reports.add("stuck");
    }

    @Override
    public void onTorn(Destination destination, long frames) {
        reports.add("torn " + frames);
    }

    @Override
    public void onSpillFailure(Destination destination, IOException reason) {
        reports.add("spill " + reason);
    }

    @Override
    public void onPossiblyTwice(Destination destination) {
        reports.add("twice");
    }

    @Override
    public void onNoRoom(Destination destination, int lineLength, IOException reason) {
        reports.add("no room " + lineLength);
    }

    @Override
    public void onPutAside(Path file, IOException reason) {
        reports.add("aside " + file);
    }

    @Override
    public void onError(Throwable error) {
        reports.add(error.toString());
    }
}
