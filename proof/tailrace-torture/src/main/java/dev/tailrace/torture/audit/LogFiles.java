package dev.tailrace.torture.audit;

import dev.tailrace.testkit.LogLines;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The files of a log in the order of their lines: {@code outside.1} and so on, which other programs renamed or saved; archives, {@code
 * app-DATE.1.log.gz} being the oldest; the log itself; its neighbours. Stateless.
 */
public final class LogFiles {
    public static final String NAME = "app.log";
    /** The date in archives' names, unless a scene has another. */
    public static final String DATE = "yyyy-MM-dd";
    /** Replaces the date in archives' names for a window, whose files are renamed with each roll: 1 is the newest. */
    public static final String WINDOW = "window";

    private static final Pattern OUTSIDE = Pattern.compile("outside\\.(\\d+)");
    private static final Pattern ARCHIVE = Pattern.compile("app-(\\w[\\w-]*)\\.(\\d+)\\.log(\\.\\d+)?(\\.gz)?");
    /** The files of processes that could not join the log. */
    private static final Pattern NEIGHBOUR = Pattern.compile("app\\.log\\..+-(\\d+)");

    private record Ranked(int kind, String date, long number, Path file) {}

    private LogFiles() {}

    /** The pattern of archives' names, for a configuration. {@code date} is as in {@code %d{}}. */
    public static String pattern(String date) {
        if (date.equals(WINDOW)) {
            return "app-" + WINDOW + ".%i.log.gz";
        }
        return "app-%d{" + date + "}.%i.log.gz";
    }

    /** The log files in a folder, without other files such as locks and temporary files. */
    public static List<Path> in(Path folder) throws IOException {
        List<Ranked> ranked = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Ranked rank = rank(file);
                if (rank != null) {
                    ranked.add(rank);
                }
            }
        }
        ranked.sort(Comparator.comparingInt(Ranked::kind)
                .thenComparing(Ranked::date)
                .thenComparingLong(Ranked::number));
        return ranked.stream().map(Ranked::file).toList();
    }

    /** The log files ordered by their content, for a log whose clock was set. */
    public static List<Path> byContent(Path folder) throws IOException {
        return RollOrder.of(in(folder));
    }

    /** Passes on the producers' complete lines in a file. */
    static void marks(Path file, Consumer<Mark> consumer) throws IOException {
        LogLines.read(file, (bytes, from, to, ended) -> {
            Mark mark = ended ? Mark.read(new String(bytes, from, to - from, StandardCharsets.UTF_8)) : null;
            if (mark != null) {
                consumer.accept(mark);
            }
        });
    }

    /** Whether the file is from a process that could not join the log. */
    public static boolean isNeighbour(Path file) {
        return NEIGHBOUR.matcher(String.valueOf(file.getFileName())).matches();
    }

    /** Whether another program renamed the file, or saved it before destroying it. */
    static boolean isFromOutside(Path file) {
        return OUTSIDE.matcher(String.valueOf(file.getFileName())).matches();
    }

    /** The names of files of unfinished work: files to compress or delete, temporary files, notes, spilled lines. */
    public static List<String> unfinishedWork(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .filter(name -> name.endsWith(".rolled")
                            || name.endsWith(".tailrace-trash")
                            || isUncompressed(name)
                            || name.endsWith(".tailrace-tmp")
                            || name.endsWith(".tailrace-note")
                            || name.endsWith(".tailrace-spill"))
                    .sorted()
                    .toList();
        }
    }

    /** Whether a rolled file should have been compressed but isn't. */
    public static boolean isUncompressed(String name) {
        return ARCHIVE.matcher(name).matches() && !name.endsWith(".gz");
    }

    private static @Nullable Ranked rank(Path file) {
        String name = file.getFileName().toString();
        Matcher outside = OUTSIDE.matcher(name);
        if (outside.matches()) {
            return new Ranked(0, "", Long.parseLong(outside.group(1)), file);
        }
        Matcher archive = ARCHIVE.matcher(name);
        if (archive.matches()) {
            long number = Long.parseLong(archive.group(2));
            return new Ranked(1, archive.group(1), archive.group(1).equals(WINDOW) ? -number : number, file);
        }
        Matcher neighbour = NEIGHBOUR.matcher(name);
        if (neighbour.matches()) {
            return new Ranked(4, "", Long.parseLong(neighbour.group(1)), file);
        }
        return name.equals(NAME) ? new Ranked(3, "", 0, file) : null;
    }
}
