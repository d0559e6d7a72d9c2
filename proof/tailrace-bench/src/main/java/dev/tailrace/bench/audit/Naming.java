package dev.tailrace.bench.audit;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.regex.Pattern;

/** The order of rolled files by their names. */
public enum Naming {
    /** A fixed window: {@code app.1.log} is the youngest rolled file, higher numbers are older. */
    LOWEST_IS_YOUNGEST,
    /** Times and counters: names sort in the order of writing. */
    LOWEST_IS_OLDEST;

    private static final Pattern NUMBER = Pattern.compile("\\d+");

    /** Oldest file first, the active one last. */
    Comparator<Path> oldestFirst(String active) {
        Comparator<Path> byName = Comparator.comparing(Naming::sortable);
        Comparator<Path> byAge = this == LOWEST_IS_YOUNGEST ? byName.reversed() : byName;
        return Comparator.comparing((Path file) -> age(bare(file), active)).thenComparing((left, right) -> {
            boolean waiting = age(bare(left), active) == 1;
            return (waiting ? byName : byAge).compare(left, right);
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

    /** A name that sorts as its numbers do: 10 comes after 9. */
    private static String sortable(Path file) {
        return NUMBER.matcher(bare(file)).replaceAll(number -> "%18s".formatted(number.group()));
    }
}
