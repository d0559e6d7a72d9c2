package dev.tailrace.doctor.memory;

import dev.tailrace.doctor.memory.GcEvent.Kind;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Locale;

/**
 * Understands OpenJ9's and IBM's {@code -verbose:gc}: XML, read line by line, because logs of it are cut off, and stand amid other
 * lines. From Java 6 of its own version 2.6 on, a collection is what lies between {@code <gc-start>} and {@code <gc-end>}; before, what
 * lies in {@code <af>}, {@code <sys>} or {@code <con>}. Not thread-safe.
 */
final class VerboseGc {
    private static final DateTimeFormatter OLD = DateTimeFormatter.ofPattern("MMM dd HH:mm:ss yyyy", Locale.ROOT);
    private static final int LONGEST_LINE = 4_000;

    private final GcCollecting log;

    private boolean inside;
    private boolean old;
    private boolean after;
    private String type = "";
    private String cause = "";
    private double clock = Double.NaN;
    private double millis = Double.NaN;
    private int line;
    private final long[] heap = new long[4];
    private final long[] nursery = new long[4];
    private final long[] tenured = new long[4];

    VerboseGc(GcCollecting log) {
        this.log = log;
    }

    /** Takes a line; false when it is none of such a log. */
    boolean read(String text, int number) {
        int open = text.indexOf('<');
        if (open >= 0 && text.length() < LONGEST_LINE && inside && text.startsWith("</", open)) {
            end(text, number);
            return true;
        }
        if (open < 0 || open > 200 || text.length() > LONGEST_LINE || !Character.isLetter(next(text, open))) {
            return false;
        }
        String tag = name(text, open + 1);
        switch (tag) {
            case "verbosegc" -> log.typicalOf("OpenJ9");
            case "attribute" -> attribute(text);
            case "sys-start" -> cause = "System.gc()";
            case "af-start" -> cause = "allocation failure";
            case "gc-start" -> begin(text, number, value(text, "type"), false);
            case "gc-end" -> {
                after = true;
                millis = Sizes.decimal(value(text, "durationms"));
            }
            case "mem-info" -> space(text, "", heap);
            case "mem" -> {
                String type = value(text, "type");
                space(text, "", type.equals("nursery") ? nursery : type.equals("tenure") ? tenured : new long[4]);
            }
            case "af", "sys", "con" -> {
                if (!value(text, "timestamp").isEmpty()) {
                    begin(text, number, value(text, "type"), true);
                    cause = tag.equals("sys") ? "System.gc()" : tag.equals("af") ? "allocation failure" : "concurrent";
                }
            }
            case "gc" -> {
                after = true;
                type = value(text, "type");
            }
            case "nursery" -> space(text, "bytes", nursery);
            case "tenured" -> space(text, "bytes", tenured);
            case "time" -> {
                String total = value(text, "totalms");
                millis = total.isEmpty() ? millis : Sizes.decimal(total);
            }
            default -> {
                return inside;
            }
        }
        end(text, number);
        return true;
    }

    /** The end of an element: of one that a collection stands in. */
    private void end(String text, int number) {
        boolean newEnds = text.contains("</gc-end>");
        boolean oldEnds = old && (text.contains("</af>") || text.contains("</sys>") || text.contains("</con>"));
        if (inside && (newEnds || oldEnds)) {
            finish(number);
        }
    }

    private static char next(String text, int open) {
        return open + 1 < text.length() ? text.charAt(open + 1) : ' ';
    }

    private static String name(String text, int from) {
        int end = from;
        while (end < text.length() && (Character.isLetterOrDigit(text.charAt(end)) || text.charAt(end) == '-')) {
            end++;
        }
        return text.substring(from, end);
    }

    private static String value(String text, String attribute) {
        int begin = text.indexOf(" " + attribute + "=\"");
        if (begin < 0) {
            return "";
        }
        begin += attribute.length() + 3;
        int end = text.indexOf('"', begin);
        return end < 0 ? "" : text.substring(begin, end);
    }

    private void attribute(String text) {
        String value = value(text, "value");
        switch (value(text, "name")) {
            case "gcPolicy" -> log.began("OpenJ9 " + value.substring(value.lastIndexOf(':') + 1));
            case "maxHeapSize" -> {
                long size = hex(value);
                if (size > 0) {
                    log.maxHeap(size);
                }
            }
            case "physicalMemory" -> log.memory(Sizes.whole(value));
            case "numCPUs" -> log.cpus((int) Math.max(0, Math.min(10_000, Sizes.whole(value))));
            default -> {}
        }
    }

    private static long hex(String text) {
        try {
            return text.startsWith("0x") && text.length() < 18 ? Long.parseLong(text.substring(2), 16) : -1;
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    private void begin(String text, int number, String kind, boolean isOld) {
        log.line();
        log.typicalOf("OpenJ9");
        inside = true;
        old = isOld;
        after = false;
        type = kind;
        line = number;
        millis = Double.NaN;
        clock = clock(value(text, "timestamp"));
        for (long[] each : new long[][] {heap, nursery, tenured}) {
            Arrays.fill(each, Occupancy.UNKNOWN);
        }
    }

    private static double clock(String text) {
        try {
            LocalDateTime time =
                    text.indexOf('T') == 10 ? LocalDateTime.parse(text) : LocalDateTime.parse(text.strip(), OLD);
            return time.toInstant(ZoneOffset.UTC).toEpochMilli();
        } catch (DateTimeException e) {
            return Double.NaN;
        }
    }

    /** The first of several values before a collection counts, and after it the last. */
    private void space(String text, String suffix, long[] space) {
        long free = Sizes.whole(value(text, "free" + suffix));
        long total = Sizes.whole(value(text, "total" + suffix));
        int at = after ? 2 : 0;
        if (inside && free >= 0 && total >= free && (after || space[0] < 0)) {
            space[at] = total - free;
            space[at + 1] = total;
        }
    }

    private void finish(int number) {
        inside = false;
        Occupancy young = occupancy(nursery);
        Occupancy rest = occupancy(tenured);
        Occupancy all = occupancy(heap);
        if (!all.isKnown()) {
            all = young.isKnown() ? young.plus(rest) : rest;
        }
        if (!all.isKnown() || Double.isNaN(millis)) {
            // One that was not finished, as where a concurrent phase only began.
            if (Double.isNaN(millis) && !old) {
                log.unread(number);
            }
            return;
        }
        boolean scavenge = type.startsWith("scaveng") || type.startsWith("nursery") || type.startsWith("partial");
        Kind kind = scavenge ? Kind.YOUNG : type.contains("mark") ? Kind.PHASE : Kind.FULL;
        log.add(new GcEvent(
                kind,
                (type.isEmpty() ? "collection" : type) + (cause.isEmpty() ? "" : " (" + cause + ")"),
                log.time(Double.NaN, clock),
                millis,
                young,
                scavenge ? rest : Occupancy.NOT_KNOWN,
                all,
                line));
        cause = "";
    }

    private static Occupancy occupancy(long[] space) {
        return space[0] < 0 || space[2] < 0 ? Occupancy.NOT_KNOWN : new Occupancy(space[0], space[2], space[3]);
    }
}
