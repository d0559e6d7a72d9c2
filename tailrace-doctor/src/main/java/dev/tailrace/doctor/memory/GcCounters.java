package dev.tailrace.doctor.memory;

import dev.tailrace.doctor.evidence.Exhibit;
import dev.tailrace.doctor.evidence.Source;
import java.util.Map;

/**
 * The counters that a JVM keeps of its heap, at one moment: {@code jcmd PerfCounter.print}. Immutable.
 *
 * @param atMillis when, in milliseconds since 1970; 0: not told
 * @param values by name, those that are numbers
 */
public record GcCounters(Source source, long atMillis, Map<String, Long> values) implements Exhibit {
    public GcCounters {
        values = Map.copyOf(values);
    }

    long value(String name) {
        return values.getOrDefault(name, Occupancy.UNKNOWN);
    }

    /** How many collections of the young generation there were since the JVM's start. */
    public long young() {
        return value("sun.gc.collector.0.invocations");
    }

    /** How many collections of everything there were since the JVM's start. */
    public long full() {
        return value("sun.gc.collector.1.invocations");
    }

    /** For how long the application has stood still for its collections since the JVM's start, in milliseconds. */
    public double pauseMillis() {
        long perSecond = value("sun.os.hrt.frequency");
        double ticks = 0;
        for (int collector = 0; collector < 3; collector++) {
            ticks += Math.max(0, value("sun.gc.collector." + collector + ".time"));
        }
        return perSecond > 0 ? ticks * 1000 / perSecond : Double.NaN;
    }

    /** The room in which objects begin, in bytes. */
    public long eden() {
        return value("sun.gc.generation.0.space.0.capacity");
    }

    /** What the old generation holds, as of the last collection, in bytes. */
    public long oldUsed() {
        return value("sun.gc.generation.1.space.0.used");
    }

    /** What all generations can hold now, in bytes. */
    public long capacity() {
        long young = value("sun.gc.generation.0.capacity");
        long old = value("sun.gc.generation.1.capacity");
        return young < 0 || old < 0 ? Occupancy.UNKNOWN : young + old;
    }
}
