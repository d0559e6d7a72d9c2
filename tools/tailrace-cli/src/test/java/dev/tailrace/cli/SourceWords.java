package dev.tailrace.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The words of the Java files below the folders {@code src/main} of a project: those of comments, and those of string literals, which are
 * the texts that a user reads. Each check returns {@code FILE:LINE: reason}, with lines counted from 1. Not thread-safe.
 */
final class SourceWords {
    /** A sentence with one of these hides which thread, process or program it is about. */
    private static final Pattern NO_SUBJECT = words("nobody|somebody|whoever|untold");

    private static final Pattern VAGUE =
            words("nobody|somebody|whoever|untold|tell|tells|told|how-manieth|dear|mend|aloud");

    private static final Pattern BEGINS_WITH_OF = Pattern.compile("^[\\s/*]*Of\\s");

    private static final Pattern STRING = Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*\"");

    private static final Pattern TAG = Pattern.compile("\\{@[^}]*}?");

    private interface Part {
        void line(int number, String comment, String strings, String all);
    }

    private final Path root;

    private final List<Path> files;

    /** @throws IOException if the folders can't be listed */
    SourceWords(Path root) throws IOException {
        this.root = root;
        try (Stream<Path> all = Files.walk(root)) {
            files = all.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> isMain(root.relativize(file).toString().replace('\\', '/')))
                    .sorted()
                    .toList();
        }
    }

    private static boolean isMain(String name) {
        return name.contains("src/main/java/") && !name.contains("target/");
    }

    int count() {
        return files.size();
    }

    /** Words without a subject anywhere, names included. */
    List<String> withoutSubject() throws IOException {
        List<String> found = new ArrayList<>();
        for (Path file : files) {
            read(file, (number, comment, strings, all) -> add(found, NO_SUBJECT, all, file, number));
        }
        return found;
    }

    /** Vague words in string literals: titles and texts of findings, output of commands, pages. */
    List<String> inTexts() throws IOException {
        List<String> found = new ArrayList<>();
        for (Path file : files) {
            read(file, (number, comment, strings, all) -> add(found, VAGUE, strings, file, number));
        }
        return found;
    }

    /** Vague words in comments, and comments that begin with "Of". */
    List<String> inComments() throws IOException {
        List<String> found = new ArrayList<>();
        for (Path file : files) {
            read(file, (number, comment, strings, all) -> {
                add(found, VAGUE, TAG.matcher(comment).replaceAll("x"), file, number);
                add(found, BEGINS_WITH_OF, comment, file, number);
            });
        }
        return found;
    }

    private void add(List<String> found, Pattern words, String text, Path file, int number) {
        Matcher word = words.matcher(text);
        if (word.find()) {
            String name = root.relativize(file).toString().replace('\\', '/');
            found.add(name + ":" + number + ": find the plain word for \""
                    + word.group().strip() + '"');
        }
    }

    private static void read(Path file, Part to) throws IOException {
        boolean block = false;
        int number = 0;
        for (String line : Files.readAllLines(file)) {
            number++;
            String text = line.strip();
            boolean fence = line.split("\"\"\"", -1).length % 2 == 0;
            if (block || fence) {
                to.line(number, "", line, line);
                block ^= fence;
            } else if (text.startsWith("*") || text.startsWith("/*") || text.startsWith("//")) {
                to.line(number, line, "", line);
            } else {
                StringBuilder strings = new StringBuilder();
                STRING.matcher(line)
                        .results()
                        .forEach(each -> strings.append(each.group()).append('\n'));
                int comment = STRING.matcher(line)
                        .replaceAll(each -> "x".repeat(each.group().length()))
                        .indexOf(" // ");
                to.line(number, comment < 0 ? "" : line.substring(comment), strings.toString(), line);
            }
        }
    }

    private static Pattern words(String alternatives) {
        return Pattern.compile("(?i)\\b(?:" + alternatives + ")\\b");
    }
}
