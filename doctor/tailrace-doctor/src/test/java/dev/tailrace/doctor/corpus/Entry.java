package dev.tailrace.doctor.corpus;

import dev.tailrace.corpus.Corpus;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * A line of the corpus' table {@code corpus.tsv}.
 *
 * @param id names the entry, {@code p17}
 * @param kind {@code program}, {@code dump}, {@code gc}, {@code config} or {@code bundle}
 * @param what a main class of this package, or a file or folder beside the table
 * @param jdk what JDK a program needs: {@code any} or {@code 21+}
 * @param jvm options for a program's JVM
 * @param arguments for the program
 * @param cause what ought to be found first, in plain words; {@code nothing} for the healthy
 * @param consumer what holds things up, in plain words
 * @param blind whether it was written without sight of the rules
 */
public record Entry(
        String id,
        String kind,
        String what,
        String jdk,
        List<String> jvm,
        List<String> arguments,
        String cause,
        String consumer,
        boolean blind) {
    private static final String FOLDER = "entries/";
    private static final String TABLE = "corpus.tsv";
    private static final int COLUMNS = 9;

    /** All entries, in the table's order. */
    public static List<Entry> all() throws IOException {
        return new String(Corpus.bytes(FOLDER + TABLE), StandardCharsets.UTF_8)
                .lines()
                .filter(line -> !line.startsWith("#") && !line.startsWith("id\t"))
                .map(Entry::of)
                .toList();
    }

    private static Entry of(String line) {
        String[] column = line.split("\t", -1);
        if (column.length != COLUMNS) {
            throw new IllegalStateException(
                    "columns: required=" + COLUMNS + ", found=" + column.length + " in " + line);
        }
        return new Entry(
                column[0],
                column[1],
                column[2],
                column[3],
                words(column[4]),
                words(column[5]),
                column[6],
                column[7],
                column[8].equals("yes"));
    }

    private static List<String> words(String text) {
        return text.equals("-") ? List.of() : Arrays.asList(text.split(" ", -1));
    }

    /** Whether doctor must find nothing. */
    public boolean healthy() {
        return cause.startsWith("nothing");
    }

    public boolean program() {
        return kind.equals("program");
    }

    /** The file or folder of an entry that is not a program. */
    public Path files() {
        return Corpus.path(FOLDER + what);
    }
}
