package dev.tailrace.doctor.page;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Texts with the names of files in place of their whole paths, which the top of the page has. Immutable. */
final class ShortPaths {
    /** Names of a path that show where a file lies. */
    private static final int SHOWN = 3;

    private final List<String> paths;

    private ShortPaths(List<String> paths) {
        this.paths = paths;
    }

    /** Names for these files; those that share their name with another one stay as they are. */
    static ShortPaths of(List<String> files) {
        Map<String, Long> names =
                files.stream().collect(Collectors.groupingBy(ShortPaths::name, Collectors.counting()));
        return new ShortPaths(files.stream()
                .filter(each -> !name(each).equals(each) && names.getOrDefault(name(each), 0L) == 1)
                .sorted(Comparator.comparingInt(String::length).reversed())
                .toList());
    }

    String in(String text) {
        String shorter = text;
        for (String each : paths) {
            shorter = shorter.replace(each, name(each));
        }
        return shorter;
    }

    /** The last two folders and the name, where there are more before. */
    static String tail(String path) {
        int from = path.length();
        for (int i = 0; i < SHOWN && from > 0; i++) {
            from = Math.max(path.lastIndexOf('/', from - 1), path.lastIndexOf('\\', from - 1));
        }
        return from > 0 ? "…" + path.substring(from) : path;
    }

    static String name(String path) {
        return path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
    }
}
