package dev.tailrace.doctor.memory;

import java.util.List;

/**
 * The differences between several looks at the counters of one JVM. They give sums exactly; of single collections only
 * the last before each look is known, so what is summed up from those is at least as much. Not thread-safe.
 */
final class CounterSeries {
    private final List<GcCounters> looks;
    private final GcCounters first;
    private final GcCounters last;
    private double allocated;
    private double freed;
    private long promoted;
    private long humongous;
    private int explicit;
    private int classes;
    private double longest = Double.NaN;
    private long live = Occupancy.UNKNOWN;
    private long youngCapacity = Occupancy.UNKNOWN;
    private boolean tellsPromotion = true;

    CounterSeries(List<GcCounters> looks) {
        this.looks = looks;
        this.first = looks.get(0);
        this.last = looks.get(looks.size() - 1);
    }

    GcFigures figures() {
        for (int i = 1; i < looks.size(); i++) {
            step(looks.get(i - 1), looks.get(i));
        }
        double seconds = Math.max(0, (last.atMillis() - first.atMillis()) / 1000.0);
        long young = Math.max(0, last.young() - first.young());
        long full = Math.max(0, last.full() - first.full());
        double stopped = last.pauseMillis() - first.pauseMillis();
        // Where the room is unknown, or is not what a collection is for, what was seen to go is the least.
        boolean byRoom = allocated > 0 && humongous * 2 < young;
        double gone = byRoom ? allocated : freed;
        boolean known = young > 0 && full == 0 && tellsPromotion && !first.isConcurrent();
        boolean enough = GcFigures.isEnough(young + full, seconds);
        boolean gives = enough && gone > 0;
        return new GcFigures(
                seconds,
                (int) Math.min(young, Integer.MAX_VALUE),
                enough ? young * 60 / seconds : Double.NaN,
                young > 0 && gone > 0 ? Math.round(gone / young) : Occupancy.UNKNOWN,
                known ? promoted : Occupancy.UNKNOWN,
                known && gone > 0 ? Math.min(1, promoted / gone) : Double.NaN,
                Double.NaN,
                gone,
                growth(),
                gives ? gone / seconds : Double.NaN,
                enough ? Math.max(0, Math.min(1, stopped / 1000 / seconds)) : Double.NaN,
                Double.NaN,
                longest,
                (int) Math.min(full, Integer.MAX_VALUE),
                (int) Math.min(Math.max(0, full - explicit - classes), Integer.MAX_VALUE),
                classes,
                0,
                (int) Math.min(humongous, Integer.MAX_VALUE),
                explicit,
                youngCapacity,
                last.capacity(),
                live,
                0);
    }

    private void step(GcCounters before, GcCounters after) {
        long young = Math.max(0, after.young() - before.young());
        long full = Math.max(0, after.full() - before.full());
        youngCapacity = Math.max(youngCapacity, after.value("sun.gc.generation.0.capacity"));
        freed += Math.max(0, before.used() - after.used());
        if (young + full == 0) {
            return;
        }
        double pause = after.lastPauseMillis();
        longest = Double.isNaN(longest) ? pause : Math.max(longest, pause);
        allocated += young * (double) Math.max(0, before.eden());
        tellsPromotion &= before.oldUsed() >= 0 && after.oldUsed() >= 0;
        promoted += full == 0 ? Math.max(0, after.oldUsed() - before.oldUsed()) : 0;
        String cause = after.lastCause();
        humongous += cause.contains("Humongous") ? young : 0;
        if (full > 0) {
            explicit += cause.equals("System.gc()") ? 1 : 0;
            classes += cause.contains("Metadata GC") || cause.contains("Last ditch") ? 1 : 0;
            live = Math.max(0, after.oldUsed());
        }
    }

    /** By how much more was in use when there was least of it, in the second half of the time against the first. */
    private long growth() {
        int half = looks.size() / 2;
        long early = least(looks.subList(0, Math.max(1, half)));
        long late = least(looks.subList(half, looks.size()));
        return late - early;
    }

    private static long least(List<GcCounters> looks) {
        return looks.stream().mapToLong(GcCounters::used).min().orElse(0);
    }
}
