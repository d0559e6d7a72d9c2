package dev.tailrace.junit.report;

import java.util.List;

/** Values as a row of blocks, {@code ▁▁▂█}: a curve that is text, on a page and in Markdown alike. */
final class Sparkline {
    private static final String BLOCKS = "▁▂▃▄▅▆▇█";

    private Sparkline() {}

    static String of(List<Long> values) {
        long most = 0;
        for (long value : values) {
            most = Math.max(most, value);
        }
        StringBuilder line = new StringBuilder(values.size());
        for (long value : values) {
            int block = most == 0 ? 0 : (int) (value * (BLOCKS.length() - 1) / most);
            // A value above 0 never looks like 0.
            line.append(BLOCKS.charAt(value > 0 && block == 0 && most > 0 ? 1 : block));
        }
        return line.toString();
    }
}
