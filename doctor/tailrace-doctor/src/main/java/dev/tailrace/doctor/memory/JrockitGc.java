package dev.tailrace.doctor.memory;

import dev.tailrace.doctor.memory.GcEvent.Kind;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Understands what JRockit writes with {@code -Xverbose:memory}: {@code 14.130: parallel nursery GC 3145728K->3142656K (3145728K), 38.687
 * ms}, {@code 1.5-1.6: YC 1000KB->500KB (5000KB), 0.013 s, sum of pauses 13.1 ms}. Stateless.
 */
final class JrockitGc {
    private static final Pattern LINE = Pattern.compile(
            "([0-9]{1,9}\\.[0-9]{1,6})(?:-[0-9.]{1,16})?: ([A-Za-z ]{2,60}?) ([0-9]{1,12})KB?->([0-9]{1,12})KB? \\(([0-9]{1,12})KB?\\),"
                    + " ([0-9.]{1,16}) (s|ms)(?:, sum of pauses ([0-9.]{1,16}) (s|ms))?");

    private JrockitGc() {}

    /** Takes a line; false when it is none of JRockit's collections. */
    static boolean read(String line, int number, GcCollecting log) {
        if (line.length() > 500 || (line.indexOf("K->") < 0 && line.indexOf("KB->") < 0) || line.indexOf('[') > 0) {
            return false;
        }
        Matcher matcher = LINE.matcher(line);
        if (!matcher.find()) {
            return false;
        }
        String name = matcher.group(2).strip();
        boolean young = name.equals("YC") || name.contains("nursery");
        boolean whole = name.equals("OC") || name.endsWith("GC");
        if (!young && !whole) {
            return false;
        }
        log.line();
        log.typicalOf("JRockit");
        boolean sum = matcher.group(8) != null;
        double pause = Sizes.decimal(matcher.group(sum ? 8 : 6))
                * (matcher.group(sum ? 9 : 7).equals("s") ? 1000 : 1);
        Occupancy heap =
                new Occupancy(kilobytes(matcher.group(3)), kilobytes(matcher.group(4)), kilobytes(matcher.group(5)));
        log.add(new GcEvent(
                young ? Kind.YOUNG : sum ? Kind.CYCLE : Kind.FULL,
                name,
                log.time(Sizes.decimal(matcher.group(1)), Double.NaN),
                pause,
                Occupancy.NOT_KNOWN,
                Occupancy.NOT_KNOWN,
                heap,
                number));
        return true;
    }

    private static long kilobytes(String digits) {
        return Long.parseLong(digits) << 10;
    }
}
