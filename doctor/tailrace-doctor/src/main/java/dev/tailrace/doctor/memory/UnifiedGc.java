package dev.tailrace.doctor.memory;

import dev.tailrace.doctor.memory.GcEvent.Kind;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Understands the unified logging of JDK 9 and newer: {@code -Xlog:gc} alone, or with the details of {@code gc*}, which come before
 * the line that ends a collection. Not thread-safe.
 */
final class UnifiedGc {
    /** Collections of several generations overlap, but never many of them. */
    private static final int MOST_OPEN = 32;

    private static final long MOST_REGIONS = 1 << 24;

    private final GcCollecting log;
    private final Map<Long, Details> open = new LinkedHashMap<>(16, 0.75f, false) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Details> eldest) {
            return size() > MOST_OPEN;
        }
    };
    private long region = Occupancy.UNKNOWN;

    UnifiedGc(GcCollecting log) {
        this.log = log;
    }

    /** A collection before its last line was read. */
    private static final class Details {
        Occupancy young = Occupancy.NOT_KNOWN;
        Occupancy old = Occupancy.NOT_KNOWN;
        Occupancy eden = Occupancy.NOT_KNOWN;
        Occupancy survivors = Occupancy.NOT_KNOWN;
        int cycle = -1;
    }

    void read(UnifiedLine line, int number) {
        log.line();
        double seconds = log.time(line.uptime(), line.clock());
        String text = line.text();
        if (!text.startsWith("GC(")) {
            header(text, line.tags());
            if (text.startsWith("Allocation Stall (")) {
                stall(text, seconds, number);
            }
            return;
        }
        int close = text.indexOf(") ");
        long id = close < 0 ? -1 : Sizes.whole(text.substring(3, close));
        if (id < 0) {
            log.unread(number);
            return;
        }
        text = text.substring(close + 2).strip();
        if (text.length() > 3 && text.charAt(1) == ':' && (text.charAt(0) | 32) >= 'o') {
            // Generational ZGC says which generation it is.
            text = text.substring(2).strip();
        }
        if (text.startsWith("Pause ")) {
            pause(id, line.tags(), text, seconds, number);
        } else if (text.contains(" Collection (") || text.startsWith("Concurrent cleanup")) {
            cycle(id, line.tags(), text, seconds, number);
        } else {
            detail(id, text);
        }
    }

    private void header(String text, String tags) {
        if (text.startsWith("Using ")) {
            log.began(collectorName(text.substring(6)));
            return;
        }
        int colon = text.indexOf(": ");
        if (colon < 0 || !tags.startsWith("gc")) {
            return;
        }
        String value = text.substring(colon + 2).strip();
        switch (text.substring(0, colon)) {
            case "Heap Region Size", "Heap region size" -> region = Sizes.bytes(value);
            case "Heap Max Capacity", "Max Capacity" -> log.maxHeap(Sizes.bytes(value));
            case "Memory" -> log.memory(Sizes.bytes(value));
            case "CPUs" -> {
                int space = value.indexOf(' ');
                log.cpus((int) Math.max(0, Sizes.whole(space < 0 ? value : value.substring(0, space))));
            }
            default -> {}
        }
    }

    private static String collectorName(String words) {
        if (words.contains("Z Garbage")) {
            return "ZGC";
        }
        if (words.contains("Concurrent Mark Sweep")) {
            return "CMS";
        }
        int end = 0;
        while (end < words.length() && Character.isLetterOrDigit(words.charAt(end))) {
            end++;
        }
        return words.substring(0, Math.min(end, 20));
    }

    private void stall(String text, double seconds, int number) {
        int space = text.lastIndexOf(' ');
        double millis = text.endsWith("ms") ? Sizes.decimal(text.substring(space + 1, text.length() - 2)) : Double.NaN;
        if (Double.isNaN(millis)) {
            log.unread(number);
        } else {
            add(Kind.STALL, "Allocation Stall", seconds, millis, new Details(), Occupancy.NOT_KNOWN, number);
        }
    }

    private void pause(long id, String tags, String line, double seconds, int number) {
        String text = line.endsWith(" ms") ? line.substring(0, line.length() - 3) + "ms" : line;
        if (!text.endsWith("ms")) {
            // With gc+start each begins with a line of its own; without a time anywhere else the line was cut.
            if (tags.equals("gc") || text.contains("->")) {
                log.unread(number);
            }
            return;
        }
        int space = text.lastIndexOf(' ');
        double millis = Sizes.decimal(text.substring(space + 1, text.length() - 2));
        if (Double.isNaN(millis)) {
            log.unread(number);
            return;
        }
        String rest = text.substring(0, space).strip();
        Occupancy heap = Occupancy.NOT_KNOWN;
        int arrow = rest.lastIndexOf("->");
        if (arrow > 0) {
            int begin = rest.lastIndexOf(' ', arrow) + 1;
            heap = Sizes.change(rest.substring(begin));
            if (!heap.isKnown()) {
                log.unread(number);
                return;
            }
            rest = rest.substring(0, begin).strip();
        }
        Details details = open.getOrDefault(id, new Details());
        Kind kind = kind(rest, details);
        add(kind, rest, seconds, millis, details, heap, number);
        if (kind != Kind.PHASE) {
            open.remove(id);
        }
    }

    private static Kind kind(String name, Details details) {
        if (name.startsWith("Pause Full") || name.startsWith("Pause Degenerated")) {
            return Kind.FULL;
        }
        if (name.startsWith("Pause Mixed") || name.contains("(Mixed)")) {
            return Kind.MIXED;
        }
        // JDK 9 and 10 call a young collection of G1 that begins to mark after what it begins.
        return name.startsWith("Pause Young") || details.eden.isKnown() ? Kind.YOUNG : Kind.PHASE;
    }

    private void cycle(long id, String tags, String text, double seconds, int number) {
        int arrow = text.indexOf("->");
        if (arrow < 0) {
            // Each begins with a line of its own, with the same tag in newer JDKs; what does not even end was cut.
            if (tags.equals("gc")
                    && !text.endsWith(")")
                    && !text.endsWith(" Aborted")
                    && !text.startsWith("Concurrent cleanup")) {
                log.unread(number);
            }
            return;
        }
        int begin = text.lastIndexOf(' ', arrow) + 1;
        int end = text.indexOf(' ', arrow);
        Occupancy heap = Sizes.change(text.substring(begin, end < 0 ? text.length() : end));
        if (!heap.isKnown()) {
            log.unread(number);
            return;
        }
        Details details = details(id);
        String name = text.substring(0, begin).strip();
        Kind kind = name.startsWith("Minor Collection") ? Kind.YOUNG_CYCLE : Kind.CYCLE;
        if (details.cycle >= 0) {
            // Shenandoah cleans up twice in a cycle.
            GcEvent first = log.get(details.cycle);
            Occupancy both = new Occupancy(first.heap().before(), heap.after(), heap.capacity());
            log.replace(details.cycle, first.with(first.young(), both));
            return;
        }
        details.cycle = add(kind, name, seconds, 0, details, heap, number);
    }

    private int add(Kind kind, String name, double seconds, double millis, Details details, Occupancy heap, int line) {
        Occupancy regions = details.eden.plus(details.survivors);
        Occupancy young = regions.isKnown() ? regions : details.young;
        return log.add(new GcEvent(kind, name, seconds, millis, young, details.old, heap, line));
    }

    private void detail(long id, String text) {
        int colon = text.indexOf(": ");
        if (colon < 0) {
            return;
        }
        String value = text.substring(colon + 2).strip();
        switch (text.substring(0, colon)) {
            case "Eden regions" -> details(id).eden = regions(value);
            case "Survivor regions" -> details(id).survivors = regions(value);
            case "Old regions" -> details(id).old = regions(value);
            case "DefNew", "ParNew", "PSYoungGen" -> details(id).young = space(value);
            case "Tenured", "CMS", "ParOldGen", "PSOldGen" -> details(id).old = space(value);
            default -> {}
        }
    }

    private Details details(long id) {
        return open.computeIfAbsent(id, key -> new Details());
    }

    /** The first change of a line that may go on with the parts of the space. */
    private static Occupancy space(String value) {
        int space = value.indexOf(' ');
        return Sizes.change(space < 0 ? value : value.substring(0, space));
    }

    /** {@code 6->0(9)}, in regions of the size that the log's beginning gives; unknown when it does not. */
    private Occupancy regions(String value) {
        Occupancy counts = Sizes.change(value);
        if (!counts.isKnown() || region <= 0 || counts.before() > MOST_REGIONS || counts.after() > MOST_REGIONS) {
            return Occupancy.NOT_KNOWN;
        }
        return new Occupancy(
                counts.before() * region,
                counts.after() * region,
                counts.capacity() < 0 ? Occupancy.UNKNOWN : counts.capacity() * region);
    }
}
