package dev.tailrace.doctor.memory;

import dev.tailrace.doctor.memory.GcEvent.Kind;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Understands what JDK 6 to 8 write with {@code -verbose:gc}, {@code -XX:+PrintGCDetails} and the flags that add to it: ParNew,
 * CMS, PSYoungGen, DefNew and G1. Lines that such flags have cut in two are put together again. Not thread-safe.
 */
final class ClassicGc {
    private static final String SIZE = "[0-9]{1,15}(?:[.,][0-9]{1,3})?[BKMGT]";
    private static final Pattern CHANGE =
            Pattern.compile("(" + SIZE + ")(?:\\((" + SIZE + ")\\))?->(" + SIZE + ")(?:\\((" + SIZE + ")\\))?");
    private static final Pattern SECONDS = Pattern.compile(", ([0-9]{1,9}[.,][0-9]{1,9}) secs");
    /** After this many other lines the rest of a line is given up. */
    private static final int LONGEST_WAIT = 60;

    private static final int LONGEST_LINE = 8192;
    /** Where classes were kept until JDK 7. */
    private static final String PERMANENT = "permanent generation";

    private static final double FULL = 0.98;

    private final GcCollecting log;
    private String half = "";
    private int halfLine;
    private int waited;
    private int lastG1 = -1;

    ClassicGc(GcCollecting log) {
        this.log = log;
    }

    void read(String line, int number) {
        String text = line.length() > LONGEST_LINE ? line.substring(0, LONGEST_LINE) : line;
        if (text.contains("[Eden: ") && text.contains("Heap: ")) {
            int sizes = text.indexOf("[Eden: ");
            if (sizes > 0 && (isBeginning(text) || !half.isEmpty())) {
                read(text.substring(0, sizes), number);
            }
            sizesOfG1(text);
            return;
        }
        text = withoutConcurrent(text);
        if (isBeginning(text)) {
            log.line();
            if (text.contains("[GC concurrent-")) {
                return;
            }
            giveUp();
            if (SECONDS.matcher(text).find() && isWhole(text)) {
                collection(text, number);
            } else {
                half = text;
                halfLine = number;
                waited = 0;
            }
        } else if (!half.isEmpty()
                && (text.startsWith(":") || text.startsWith(",") || text.contains("secs]"))
                && !text.startsWith("   [")) {
            String whole = half + text;
            half = "";
            if (isWhole(whole)) {
                collection(whole, halfLine);
            } else if (whole.length() < LONGEST_LINE) {
                half = whole;
            }
        } else if (!half.isEmpty() && ++waited > LONGEST_WAIT) {
            giveUp();
        } else if (half.isEmpty() && isFragment(text)) {
            log.line();
            collection(text, number);
        }
    }

    /** The rest of a line does not come. What the young generation did may stand in its beginning. */
    void giveUp() {
        String text = half;
        half = "";
        if (text.isEmpty()) {
            return;
        }
        if (SECONDS.matcher(text).find() && CHANGE.matcher(text).find()) {
            collection(text, halfLine);
        } else {
            log.unread(halfLine);
        }
    }

    private static boolean isBeginning(String text) {
        // G1 lists its threads in lines of their own.
        return (text.contains("[GC ") && !text.contains("[GC Worker"))
                // Until JDK 7 the word stood alone where the distribution of ages follows.
                || text.endsWith("[GC")
                || text.contains("[GC-")
                || text.contains("[Full GC");
    }

    /** The line of a collection without concurrent phases, which are written amid it. */
    private static String withoutConcurrent(String text) {
        int concurrent = text.indexOf("[GC concurrent-");
        int collection = Math.max(text.indexOf("[GC pause"), text.indexOf("[Full GC"));
        if (concurrent < 0 || collection < 0 || collection > concurrent) {
            return text;
        }
        int end = text.indexOf(']', concurrent);
        return text.substring(0, concurrent) + (end < 0 ? "" : text.substring(end + 1));
    }

    /** Whether as many brackets are closed as opened, but for the times at the end. */
    private static boolean isWhole(String text) {
        int depth = 0;
        for (int i = 0; i < text.length(); i++) {
            depth += text.charAt(i) == '[' ? 1 : text.charAt(i) == ']' ? -1 : 0;
        }
        return depth <= 0 && SECONDS.matcher(text).find();
    }

    /** A collection of which only the middle was copied. */
    private static boolean isFragment(String text) {
        return text.length() < 400
                && text.contains(" secs")
                && SECONDS.matcher(text).find()
                && CHANGE.matcher(text).find();
    }

    private void collection(String text, int number) {
        Occupancy young = Occupancy.NOT_KNOWN;
        Occupancy old = Occupancy.NOT_KNOWN;
        Occupancy heap = Occupancy.NOT_KNOWN;
        boolean permanentFull = false;
        Matcher matcher = CHANGE.matcher(text);
        int end = 0;
        while (matcher.find()) {
            Occupancy change = new Occupancy(
                    Sizes.bytes(matcher.group(1)), Sizes.bytes(matcher.group(3)), capacity(matcher.group(4)));
            switch (label(text, end, matcher.start())) {
                case "ParNew", "DefNew", "PSYoungGen" -> young = change;
                case "CMS", "Tenured", "ParOldGen", "PSOldGen" -> old = change;
                case "" -> heap = change;
                case PERMANENT -> permanentFull = change.capacity() > 0 && change.after() >= FULL * change.capacity();
                default -> {}
            }
            end = matcher.end();
        }
        double millis = millis(text);
        Kind kind = kind(text, old);
        if (Double.isNaN(millis)) {
            log.unread(number);
            return;
        }
        if (!isBeginning(text) && !young.isKnown()) {
            // Only a young generation is written as "A->B(C), D secs" by itself.
            young = heap;
            heap = Occupancy.NOT_KNOWN;
        }
        learn(text);
        ClassicTime time = ClassicTime.of(text);
        double seconds = log.time(time.uptime(), time.clock());
        String name = name(text) + (permanentFull && kind == Kind.FULL ? ", " + GcEvent.PERMANENT_FULL : "");
        int added = log.add(new GcEvent(kind, name, seconds, millis, young, old, heap, number));
        lastG1 = text.contains("[GC pause") || log.collector().equals("G1") ? added : -1;
    }

    private static long capacity(@Nullable String size) {
        return size == null ? Occupancy.UNKNOWN : Sizes.bytes(size);
    }

    /** The word that a change belongs to; empty for the heap as a whole. */
    private static String label(String text, int from, int to) {
        String between = text.substring(from, to);
        if (between.contains("(concurrent mode failure)")) {
            return "CMS";
        }
        int bracket = between.lastIndexOf('[');
        if (bracket < 0 || between.indexOf(']', bracket) >= 0) {
            return "";
        }
        int begin = bracket + 1;
        int end = begin;
        while (end < between.length() && Character.isLetter(between.charAt(end))) {
            end++;
        }
        String word = between.substring(begin, end);
        boolean heap = word.equals("GC") || word.equals("Full");
        boolean permanent = between.startsWith("CMS Perm", begin) || word.equals("Perm") || word.equals("PSPermGen");
        return heap ? "" : permanent ? PERMANENT : word.isEmpty() ? "?" : word;
    }

    private static double millis(String text) {
        int times = text.lastIndexOf("[Times");
        Matcher matcher = SECONDS.matcher(times < 0 ? text : text.substring(0, times));
        double seconds = Double.NaN;
        while (matcher.find()) {
            seconds = Sizes.decimal(matcher.group(1));
        }
        return seconds * 1000;
    }

    private static Kind kind(String text, Occupancy old) {
        if (text.contains("initial-mark: ") || text.contains("remark") || text.contains("[GC cleanup")) {
            return Kind.PHASE;
        }
        boolean failed = text.contains("concurrent mode failure") || text.contains("promotion failed");
        if (text.contains("[Full GC") || old.isKnown() || failed) {
            return Kind.FULL;
        }
        return text.contains("(mixed)") ? Kind.MIXED : Kind.YOUNG;
    }

    private void learn(String text) {
        if (text.contains("[ParNew")) {
            log.typicalOf("ParNew");
        } else if (text.contains("[PSYoungGen")) {
            log.typicalOf("Parallel");
        } else if (text.contains("[DefNew")) {
            log.typicalOf("Serial");
        } else if (text.contains("[GC pause")) {
            log.typicalOf("G1");
        }
    }

    /** The text between the bracket and the first figure, without times. */
    private static String name(String text) {
        int begin = Math.max(text.indexOf("[GC"), text.indexOf("[Full GC"));
        if (begin < 0) {
            return text.contains("ParNew") ? "ParNew" : "young collection";
        }
        int end = begin + 1;
        int depth = 0;
        while (end < text.length() && end < begin + 100) {
            char c = text.charAt(end);
            depth += c == '(' ? 1 : c == ')' ? -1 : 0;
            if (depth == 0 && (c == '[' || c == ',' || isTime(text, end))) {
                break;
            }
            end++;
        }
        return text.substring(begin + 1, end).strip();
    }

    private static boolean isTime(String text, int at) {
        char c = text.charAt(at);
        return c >= '0' && c <= '9' && text.charAt(at - 1) == ' ';
    }

    /** {@code [Eden: 24.0M(24.0M)->0.0B(13.0M) Survivors: 0.0B->3072.0K Heap: 24.0M(256.0M)->4096.0K(256.0M)]}. */
    private void sizesOfG1(String text) {
        if (lastG1 < 0) {
            return;
        }
        GcEvent last = log.get(lastG1);
        Occupancy heap = after(text, "Heap: ");
        log.replace(
                lastG1,
                last.with(after(text, "Eden: ").plus(after(text, "Survivors: ")), heap.isKnown() ? heap : last.heap()));
        lastG1 = -1;
    }

    private static Occupancy after(String text, String label) {
        int begin = text.indexOf(label);
        if (begin < 0) {
            return Occupancy.NOT_KNOWN;
        }
        begin += label.length();
        int end = begin;
        while (end < text.length() && text.charAt(end) != ' ' && text.charAt(end) != ']') {
            end++;
        }
        return Sizes.change(text.substring(begin, end));
    }
}
