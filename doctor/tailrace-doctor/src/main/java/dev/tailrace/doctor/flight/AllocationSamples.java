package dev.tailrace.doctor.flight;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;

/**
 * Samples of allocation, each of which stands for what its thread allocated since the sample before. A thread's first one stands for all
 * since the thread began, most of it before the recording: it counts no more than others do in the mean. Not thread-safe.
 */
final class AllocationSamples {
    private static final int MOST_THREADS = 20_000;

    private final Set<Long> threads = new HashSet<>();
    private final List<First> firsts = new ArrayList<>();
    private long count;
    private double bytes;

    /** Takes what was allocated. */
    interface Taker {
        void take(String type, Site site, double bytes);
    }

    private record First(String type, Site site, double bytes) {}

    void add(RecordedEvent event, String type, Site site, Taker to) {
        double weight = event.hasField("weight") ? (double) event.getLong("weight") : 0;
        RecordedThread thread = event.getThread();
        long id = thread == null ? -1 : thread.getId();
        if (threads.size() < MOST_THREADS && threads.add(id)) {
            firsts.add(new First(type, site, weight));
        } else {
            count++;
            bytes += weight;
            to.take(type, site, weight);
        }
    }

    /** No more will come. */
    void end(Taker to) {
        double usual = count == 0 ? Double.MAX_VALUE : bytes / count;
        firsts.forEach(each -> to.take(each.type, each.site, Math.min(each.bytes, usual)));
        firsts.clear();
    }
}
