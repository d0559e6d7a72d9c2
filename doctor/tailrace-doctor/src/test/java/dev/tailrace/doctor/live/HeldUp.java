package dev.tailrace.doctor.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.probe.LiveOptions;
import dev.tailrace.probe.LiveRecorder;
import dev.tailrace.probe.archive.LiveRecording;
import dev.tailrace.probe.archive.Overhead;
import dev.tailrace.probe.archive.Overhead.Cost;
import dev.tailrace.probe.jvm.LiveException;
import java.util.function.Consumer;

/**
 * Recordings on a machine that others use, too. A look counts from its question to its answer, so that one during which the machine had other
 * things to do may cost more than all that was allowed, and doctor leaves out what it would have done next.
 */
final class HeldUp {
    private static final int MOST_ATTEMPTS = 5;

    private HeldUp() {}

    /**
     * Records; anew, if a single look took half of what was allowed for all, so that what doctor left out says nothing, or if they all took more.
     * A doctor that spends too much by itself does so each time.
     */
    static LiveRecording record(LiveOptions options, Consumer<String> progress) throws LiveException {
        LiveRecording recording = LiveRecorder.record(options, progress);
        for (int i = 1; i < MOST_ATTEMPTS && isHeldUp(recording.disturbance()); i++) {
            System.out.println("Held up, once more: " + recording.disturbance().text());
            recording = LiveRecorder.record(options, progress);
        }
        return recording;
    }

    private static boolean isHeldUp(Overhead overhead) {
        return overhead.share() > overhead.budget() || longest(overhead) > overhead.budget() * overhead.seconds() / 2;
    }

    private static double longest(Overhead overhead) {
        return overhead.costs().stream().mapToDouble(Cost::longestSeconds).max().orElse(0);
    }

    static void assertWithin(Overhead overhead) {
        assertThat(overhead.share()).as(overhead.text()).isLessThanOrEqualTo(overhead.budget());
    }
}
