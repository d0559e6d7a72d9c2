package dev.tailrace.bench.audit;

import java.nio.file.Path;
import java.util.Comparator;

/** The order of rolled files by their names. */
public enum Naming {
    /** A fixed window: {@code app.1.log} is the youngest rolled file, higher numbers are older. */
    LOWEST_IS_YOUNGEST,
    /** Times and counters: names sort in the order of writing. */
    LOWEST_IS_OLDEST;

    /** Oldest file first, the active one last. */
    Comparator<Path> oldestFirst(String active) {
        Comparator<String> byName = Naming::compare;
        Comparator<String> byAge = this == LOWEST_IS_YOUNGEST ? byName.reversed() : byName;
        return Comparator.comparing((Path file) -> age(bare(file), active)).thenComparing((left, right) -> {
            boolean waiting = age(bare(left), active) == 1;
            return (waiting ? byName : byAge).compare(bare(left), bare(right));
        });
    }

    /** 0: a rolled file with its final name; 1: a rolled file that waits for its final name; 2: the active file. */
    private static int age(String name, String active) {
        if (name.equals(active)) {
            return 2;
        }
        return name.startsWith(active) ? 1 : 0;
    }

    /** A file's name without its compression suffix, such as {@code .gz}. */
    static String bare(Path file) {
        return file.getFileName().toString().replaceFirst("\\.(gz|zip)$", "");
    }

    /** Digits compare as numbers, so that 10 comes after 9. */
    private static int compare(String left, String right) {
        int i = 0;
        int j = 0;
        while (i < left.length() && j < right.length()) {
            if (isDigit(left.charAt(i)) && isDigit(right.charAt(j))) {
                int endI = endOfNumber(left, i);
                int endJ = endOfNumber(right, j);
                int difference = Long.compare(number(left, i, endI), number(right, j, endJ));
                if (difference != 0) {
                    return difference;
                }
                i = endI;
                j = endJ;
            } else {
                int difference = Character.compare(left.charAt(i++), right.charAt(j++));
                if (difference != 0) {
                    return difference;
                }
            }
        }
        return Integer.compare(left.length() - i, right.length() - j);
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static int endOfNumber(String text, int from) {
        int end = from;
        while (end < text.length() && isDigit(text.charAt(end))) {
            end++;
        }
        return end;
    }

    private static long number(String text, int from, int to) {
        return Long.parseLong(text, Math.max(from, to - 18), to, 10);
    }
}
