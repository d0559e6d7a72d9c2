package dev.tailrace.doctor.heap;

import dev.tailrace.doctor.memory.GcFigures;
import dev.tailrace.doctor.memory.JvmFlags;
import dev.tailrace.lint.remark.Remark;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Rules on the collections of one JVM. */
final class CollectionRules {
    /** An application at rest collects every few minutes, a busy one every few seconds; each second is too much... */
    private static final double OFTEN_PER_MINUTE = 60;

    /** ...if it is not only the heap that is tiny. Bytes a second. */
    private static final double MUCH = 250.0 * (1 << 20);

    /** The figures of a collector that works beside the application leave out what is allocated meanwhile. */
    private static final double TOLD_OF_CONCURRENT = 0.8;

    /** More than a core can write to memory beside other work. Bytes a second. */
    private static final double VERY_MUCH = 1.5 * (1 << 30);

    private static final double STOPS_SHARE = 0.05;
    private static final double BAD_SHARE = 0.10;
    private static final double LONG_STOP_MILLIS = 1000;

    /** Without a series one collection says how much it throws away, but not how often. */
    private static final long LARGE_GARBAGE = 512L << 20;

    /** Three in a row are no accident. */
    private static final int SERIES = 3;

    /** A hundred a minute, as in the incident that this rule comes from. */
    private static final double MANY_PER_MINUTE = 100;

    /** Fewer, or in less time, may be the application's start. */
    private static final int MANY_COLLECTIONS = 10;

    private static final double MANY_SECONDS = 4;
    private static final double SOME = 64e6;
    private static final double SHARE_OF_FULL = 0.1;
    private static final double FULL = 0.85;
    /** A share of what is left for the old generation. */
    private static final double OLD_FULL = 0.95;

    private static final long KB = 1024;

    private final HeapPicture picture;
    private final GcFigures figures;
    private final @Nullable JvmFlags flags;
    private final List<String> allocators;
    private final double requestsPerSecond;

    CollectionRules(HeapPicture picture, @Nullable JvmFlags flags, List<String> allocators, double requestsPerSecond) {
        this.picture = picture;
        this.figures = picture.figures();
        this.flags = flags;
        this.allocators = allocators;
        this.requestsPerSecond = requestsPerSecond;
    }

    void judge(List<Remark> findings) {
        // What was asked for or could not be avoided comes before what is only much.
        if (figures.explicit() >= SERIES) {
            findings.add(explicit());
        }
        if (figures.classes() >= SERIES) {
            findings.add(classes());
        }
        boolean full = isFull();
        if (full) {
            findings.add(full());
        }
        boolean stops = figures.pauseShare() >= STOPS_SHARE || figures.longestPause() >= LONG_STOP_MILLIS;
        // For collections that are reported already no stop is reported again.
        boolean known = full || figures.explicit() + figures.classes() >= Math.max(SERIES, figures.full());
        boolean byFull = isByFull();
        if (stops && byFull && !known) {
            findings.add(stops());
        }
        boolean temporary = isTemporaryGarbage();
        if (temporary) {
            findings.add(temporaryGarbage());
        }
        if (stops && !byFull && !full && !temporary) {
            findings.add(stops());
        }
        if (figures.stalls() > 0) {
            findings.add(stalls());
        }
    }

    private boolean isByFull() {
        return figures.full() > 0 && figures.fullPauseShare() >= 0.5;
    }

    private boolean isTemporaryGarbage() {
        if (!figures.isTemporary()) {
            return false;
        }
        if (Double.isNaN(figures.perMinute())) {
            return figures.garbage() >= LARGE_GARBAGE || isBurst();
        }
        // Where collections of everything free most, they are what is wrong.
        if (figures.freedByFull() > figures.freed()) {
            return false;
        }
        boolean costs = figures.allocation() >= much() || regularPauseShare() >= 0.02;
        boolean often = figures.perMinute() >= OFTEN_PER_MINUTE && costs;
        boolean stops = figures.perMinute() >= OFTEN_PER_MINUTE / 3 && regularPauseShare() >= STOPS_SHARE;
        return often || stops || manyPerMinute() || figures.allocation() >= VERY_MUCH;
    }

    /** Whether so many collections in a time that is too short for a rate throw away so much that no rate is needed. */
    private boolean isBurst() {
        double seconds = figures.seconds();
        return figures.regular() >= MANY_COLLECTIONS
                && seconds >= MANY_SECONDS
                && figures.regular() >= seconds * OFTEN_PER_MINUTE / 60
                && figures.freed() >= much() * seconds;
    }

    private double much() {
        return isConcurrent() ? TOLD_OF_CONCURRENT * MUCH : MUCH;
    }

    /** The share of the time that the application stood still for other collections than those of everything. */
    private double regularPauseShare() {
        double byFull = Double.isNaN(figures.fullPauseShare()) ? 0 : figures.fullPauseShare();
        return figures.pauseShare() * (1 - byFull);
    }

    /** A collection every half second is too many, however short they are: the young generation does not fit what is allocated. */
    private boolean manyPerMinute() {
        return figures.perMinute() >= MANY_PER_MINUTE
                && figures.regular() >= MANY_COLLECTIONS
                && figures.seconds() >= MANY_SECONDS
                && figures.allocation() >= SOME;
    }

    private Remark temporaryGarbage() {
        StringBuilder cause = new StringBuilder("Temporary garbage: ");
        boolean series = !Double.isNaN(figures.perMinute());
        if (series) {
            cause.append(HeapFormats.number(figures.perMinute()))
                    .append(isConcurrent() ? " cycles of the collector" : " young collections")
                    .append(" a minute, each throws away about ");
        } else {
            cause.append(isConcurrent() ? "a cycle of the collector" : "a young collection")
                    .append(" throws away about ");
        }
        cause.append(HeapFormats.bytes(figures.garbage()));
        if (figures.isHumongous()) {
            cause.append(String.format(
                    Locale.ROOT,
                    "; %,d of %,d come because of humongous pieces, of half a region (-XX:G1HeapRegionSize) or more",
                    figures.humongous(),
                    figures.regular()));
        } else {
            cause.append(promotion());
        }
        if (figures.allocation() > 0) {
            cause.append("; the application allocates ")
                    .append(isConcurrent() ? "at least " : "")
                    .append(HeapFormats.bytes(figures.allocation()))
                    .append(" a second");
        }
        cause.append('.');
        if (!series) {
            String known = String.format(
                    Locale.ROOT, " by %,d collections%s", figures.regular() + figures.full(), inSeconds());
            cause.append(" The frequency is unknown")
                    .append(figures.seconds() > 0 ? known : "")
                    .append(": give doctor more of the log.");
        }
        List<String> evidence = new ArrayList<>();
        if (figures.freedByFull() > SHARE_OF_FULL * figures.freed()) {
            evidence.add(String.format(
                    Locale.ROOT,
                    "%,d collections of everything threw away %s besides",
                    figures.full(),
                    HeapFormats.bytes(figures.freedByFull())));
        }
        if (!Double.isNaN(figures.pauseShare())) {
            evidence.add("the application stands still for " + HeapFormats.percent(figures.pauseShare())
                    + " of the time, the longest stop "
                    + (Double.isNaN(figures.longestPause())
                            ? "is unknown"
                            : "takes " + HeapFormats.millis(figures.longestPause())));
        }
        evidence.addAll(picture.typical());
        if (requestsPerSecond > 0 && figures.allocation() > 0) {
            evidence.add(String.format(
                    Locale.ROOT,
                    "at %s requests a second that is %s a request",
                    HeapFormats.number(requestsPerSecond),
                    HeapFormats.bytes(figures.allocation() / requestsPerSecond)));
        }
        evidence.addAll(allocators);
        evidence.addAll(sizes());
        Remark found = HeapCode.TEMPORARY_GARBAGE.finding(cause.toString(), picture.source(), evidence);
        return regularPauseShare() >= BAD_SHARE ? found.severity("error") : found;
    }

    private String promotion() {
        if (figures.hasPromotion()) {
            return figures.isTemporary() && figures.promoted() < KB
                    ? " and promotes nothing (promotion 0)"
                    : " and promotes next to nothing ("
                            + HeapFormats.bytes(figures.promoted() / (double) Math.max(1, figures.regular()))
                            + ", promotion near 0)";
        }
        return " and next to nothing stays";
    }

    private boolean isConcurrent() {
        return picture.collector().equals("ZGC") || picture.collector().equals("Shenandoah");
    }

    private List<String> sizes() {
        List<String> sizes = new ArrayList<>();
        long young = figures.youngCapacity() > 0 ? figures.youngCapacity() : flag("MaxNewSize");
        if (young > 0) {
            sizes.add("young generation " + HeapFormats.bytes(young));
        }
        if (mostHeap() > 0) {
            sizes.add("heap " + HeapFormats.bytes(mostHeap()));
        }
        if (!picture.collector().isEmpty()) {
            sizes.add("collector " + picture.collector());
        }
        return sizes.isEmpty() ? List.of() : List.of(String.join(", ", sizes));
    }

    private long mostHeap() {
        return picture.maxHeap() > 0 ? picture.maxHeap() : Math.max(flag("MaxHeapSize"), figures.heapCapacity());
    }

    private long flag(String name) {
        return flags == null ? -1 : flags.bytes(name);
    }

    private Remark stops() {
        boolean often = figures.pauseShare() >= STOPS_SHARE;
        String all = isByFull() ? ", most of it for collections of everything" : "";
        String cause = often
                ? "The application stands still for " + HeapFormats.percent(figures.pauseShare())
                        + " of the time, while the collector works" + all + "."
                : "The longest stop for the collector took " + HeapFormats.millis(figures.longestPause()) + ".";
        List<String> evidence = new ArrayList<>(picture.typical());
        evidence.add(
                figures.full() + " collections of everything, " + figures.regular() + " regular ones" + inSeconds());
        evidence.addAll(allocators);
        evidence.addAll(sizes());
        Remark found = HeapCode.COLLECTOR_STOPS.finding(cause, picture.source(), evidence);
        return figures.pauseShare() >= BAD_SHARE ? found.severity("error") : found;
    }

    private boolean isFull() {
        long most = mostHeap();
        return figures.live() > 0
                && most > 0
                && figures.fullForRoom() >= 2
                && (figures.live() >= FULL * most || isOldFull(most));
    }

    /** The young generation's room is of no use to what is old. */
    private boolean isOldFull(long most) {
        long young = figures.youngCapacity();
        long heap = figures.heapCapacity() > 0 ? Math.min(most, figures.heapCapacity()) : most;
        return young > 0 && young < heap && figures.live() >= OLD_FULL * (heap - young);
    }

    private Remark full() {
        List<String> evidence = new ArrayList<>(picture.typical());
        evidence.add(figures.full() + " collections of everything" + inSeconds());
        evidence.addAll(allocators);
        return HeapCode.HEAP_FULL.finding(
                "After everything was collected " + HeapFormats.bytes(figures.live()) + " of "
                        + HeapFormats.bytes(mostHeap())
                        + " are still in use: the heap is too small for what the application keeps, or it keeps too much.",
                picture.source(),
                evidence);
    }

    private String inSeconds() {
        return figures.seconds() > 0 ? " in " + HeapFormats.number(figures.seconds()) + " s" : "";
    }

    private Remark classes() {
        return typical(
                HeapCode.CLASSES_FULL,
                "The memory for classes (metaspace, or the permanent generation until JDK 7) was full "
                        + figures.classes() + " times" + inSeconds()
                        + ", and each time everything was collected; the heap is not what is full.");
    }

    private Remark explicit() {
        return typical(
                HeapCode.EXPLICIT_GC,
                "The application called System.gc() " + figures.explicit() + " times" + inSeconds()
                        + "; each time everything is collected.");
    }

    private Remark stalls() {
        return typical(
                HeapCode.ALLOCATION_STALLS,
                "Threads had to wait for memory " + figures.stalls()
                        + " times, because the collector beside them was not done in time.");
    }

    private Remark typical(HeapCode code, String cause) {
        return code.finding(cause, picture.source(), picture.typical());
    }
}
