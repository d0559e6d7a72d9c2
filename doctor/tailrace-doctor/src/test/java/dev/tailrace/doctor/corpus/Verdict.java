package dev.tailrace.doctor.corpus;

import dev.tailrace.corpus.Corpus;
import dev.tailrace.doctor.Diagnosis;
import dev.tailrace.lint.remark.Remark;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What doctor said of an entry, and whether that is right. Immutable.
 *
 * @param found the code and the title of the first finding, with for whom the threads wait; {@code nothing} when there is none
 * @param right whether a sick entry has its cause and its consumer in the first finding, and a healthy one has none
 * @param missing what the first finding should have had and has not; empty when it is right
 */
record Verdict(Entry entry, String found, boolean right, String missing) {
    private static final String NOTHING = "nothing";

    /** What the first finding of an entry must say. */
    private record Expected(Pattern codes, List<Pattern> words) {}

    private static final Map<String, Expected> EXPECTED = read();

    private static Map<String, Expected> read() {
        Map<String, Expected> all = new HashMap<>();
        try {
            new String(Corpus.bytes("entries/expected.tsv"), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> line.split("\t", -1))
                    .forEach(each -> all.put(
                            each[0],
                            new Expected(
                                    Pattern.compile(each[1]),
                                    Arrays.stream(each[2].split(";", -1))
                                            .map(word -> Pattern.compile(word, Pattern.CASE_INSENSITIVE))
                                            .toList())));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return Map.copyOf(all);
    }

    /** Whether an entry has a line that says what must be found. */
    static boolean isExpected(Entry entry) {
        return EXPECTED.containsKey(entry.id());
    }

    static Verdict of(Entry entry, Diagnosis diagnosis) {
        // What could not be read at all counts as well: silence would be taken for health.
        Remark first = diagnosis.remarks().stream()
                .filter(each -> each.counts() && !each.code().equals("TR3190"))
                .findFirst()
                .orElse(null);
        String found = first == null
                ? NOTHING
                : first.code() + " " + first.title() + (first.consumer() == null ? "" : " (" + first.consumer() + ")");
        Expected expected = EXPECTED.get(entry.id());
        if (expected == null) {
            return new Verdict(entry, found, first == null, first == null ? "" : "nothing should be found");
        }
        if (first == null) {
            return new Verdict(entry, found, false, expected.codes().pattern());
        }
        if (!expected.codes().matcher(first.code()).matches()) {
            return new Verdict(entry, found, false, expected.codes().pattern() + ": " + first.cause());
        }
        String all = Stream.concat(
                        Stream.of(
                                first.title(),
                                first.cause(),
                                String.valueOf(first.consumer()),
                                String.valueOf(first.file())),
                        first.evidence().stream())
                .collect(Collectors.joining("\n"));
        String missing = expected.words().stream()
                .filter(each -> !each.matcher(all).find())
                .map(Pattern::pattern)
                .collect(Collectors.joining("; "));
        return new Verdict(entry, found, missing.isEmpty(), missing.isEmpty() ? "" : missing + " in: " + all);
    }

    /** As a row of a table in Markdown. */
    String row() {
        return "| " + entry.id() + " | " + what() + " | " + cell(entry.cause()) + " | " + cell(found) + " | "
                + (right ? "right" : "**wrong**") + " |";
    }

    private String what() {
        return entry.program() ? entry.what() + (entry.healthy() ? ", healthy" : "") : entry.what();
    }

    private static String cell(String text) {
        String line = text.replace("|", "\\|").replace('\n', ' ');
        return line.length() > 160 ? line.substring(0, 157) + "..." : line;
    }

    /** The sums of some verdicts. */
    static String sums(String what, List<Verdict> verdicts) {
        long sick = verdicts.stream().filter(each -> isExpected(each.entry())).count();
        long found = verdicts.stream()
                .filter(each -> isExpected(each.entry()) && each.right())
                .count();
        long healthy = verdicts.size() - sick;
        long silent = verdicts.stream()
                .filter(each -> !isExpected(each.entry()) && each.right())
                .count();
        return String.format(
                Locale.ROOT,
                "%s: of %d sick %d have their cause and consumer as the first finding; of %d healthy %d have none",
                what,
                sick,
                found,
                healthy,
                silent);
    }
}
