package dev.tailrace.doctor.corpus;

import dev.tailrace.doctor.Diagnosis;
import dev.tailrace.doctor.Doctor;
import dev.tailrace.lint.remark.Remark;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What doctor said of one case of the blind set, and whether it is right. Immutable.
 *
 * @param name of its folder
 * @param kind {@code logging}, {@code deadlock}, {@code other} or {@code healthy}
 * @param found severity, code and title of the first finding; {@code nothing} when there is none
 * @param wrong why it is wrong; empty when it is right
 * @param deniesLogging whether logging has a part in it, and a finding says that it has none
 */
record BlindCase(String name, String kind, String found, String wrong, boolean deniesLogging) {
    static final String EXPECTED = "expected.tsv";

    private static final String NO_PART = "logging has no part";

    /** Findings about waits in log calls, and about what logging costs. */
    private static final Pattern OF_LOGGING = Pattern.compile("TR31[0-2]\\d");

    private static final Pattern OF_DEADLOCK = Pattern.compile("TR3105|TR3113|TR3140");

    /** How a finding says that the excerpt doesn't hold the cause, and what would. */
    private static final Pattern CALLS_FOR_MORE =
            Pattern.compile("not shown|isn't shown|not seen|isn't seen|cut off|not in the dump|more dumps|missing");

    static BlindCase of(Path folder) {
        try {
            return judge(folder, expected(folder), Doctor.examine(files(folder)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, String> expected(Path folder) throws IOException {
        Map<String, String> fields = new HashMap<>();
        for (String line : Files.readAllLines(folder.resolve(EXPECTED))) {
            int tab = line.indexOf('\t');
            if (tab > 0) {
                fields.put(line.substring(0, tab), line.substring(tab + 1));
            }
        }
        return fields;
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .filter(each -> !each.getFileName().toString().equals(EXPECTED))
                    .sorted()
                    .toList();
        }
    }

    static BlindCase judge(Path folder, Map<String, String> expected, Diagnosis diagnosis) {
        List<Remark> remarks = diagnosis.remarks();
        // What is only worth knowing stands after the findings; a case whose cause is said there is found all the same.
        Remark first = remarks.stream()
                .filter(each -> !each.code().equals("TR3190"))
                .findFirst()
                .orElse(null);
        String kind = expected.getOrDefault("kind", "");
        String wrong;
        if (first != null && first.code().equals("TR3191")) {
            wrong = "nothing could be read";
        } else if (kind.equals("healthy")) {
            wrong = healthy(diagnosis, first);
        } else if (first == null) {
            wrong = "nothing was found";
        } else {
            wrong = sick(expected, first, kind);
        }
        boolean denies = expected.getOrDefault("logging", "").equals("yes")
                && remarks.stream().anyMatch(each -> text(each).contains(NO_PART));
        String found = first == null ? "nothing" : first.severity() + " " + first.code() + " " + first.title();
        return new BlindCase(folder.getFileName().toString(), kind, found, wrong, denies);
    }

    private static String healthy(Diagnosis diagnosis, @Nullable Remark first) {
        if (first != null && first.counts()) {
            return first.cause();
        }
        boolean seen = diagnosis.patient().timeline().moments().stream().anyMatch(each -> each.threadCount() > 0);
        return seen ? "" : "no thread was read";
    }

    private static String sick(Map<String, String> expected, Remark first, String kind) {
        String text = text(first);
        List<String> wrong = new ArrayList<>();
        List<String> must = items(expected.getOrDefault("must", ""));
        List<String> missing =
                must.stream().filter(each -> !hasOneOf(text, each)).toList();
        boolean asks = expected.getOrDefault("complete", "").equals("no")
                && missing.size() < must.size()
                && CALLS_FOR_MORE.matcher(text).find();
        if (!missing.isEmpty() && !asks) {
            wrong.add("lacks " + String.join("; ", missing));
        }
        for (String each : items(expected.getOrDefault("mustnot", ""))) {
            if (isSaid(each, first, text, kind)) {
                wrong.add("says: " + each);
            }
        }
        return wrong.isEmpty() ? "" : String.join(", ", wrong) + ": " + first.cause();
    }

    /** Whether the finding says what it must not, as far as its code and its words show; the rest is for a reader to judge. */
    private static boolean isSaid(String wrong, Remark first, String text, String kind) {
        if (wrong.startsWith(NO_PART)) {
            return text.contains(NO_PART);
        }
        if (wrong.equals("logging") || wrong.startsWith("logging is the cause")) {
            return OF_LOGGING.matcher(first.code()).matches();
        }
        if (wrong.startsWith("deadlock")) {
            return !kind.equals("deadlock") && OF_DEADLOCK.matcher(first.code()).matches();
        }
        return false;
    }

    private static List<String> items(String list) {
        return Arrays.stream(list.split(";", -1))
                .map(String::strip)
                .filter(each -> !each.isEmpty())
                .toList();
    }

    private static boolean hasOneOf(String text, String alternatives) {
        String lower = text.toLowerCase(Locale.ROOT);
        return Arrays.stream(alternatives.split("\\|", -1))
                .anyMatch(each -> lower.contains(each.strip().toLowerCase(Locale.ROOT)));
    }

    private static String text(Remark remark) {
        return Stream.concat(Stream.of(remark.title(), remark.cause(), remark.consumer()), remark.evidence().stream())
                .filter(Objects::nonNull)
                .collect(Collectors.joining("\n"));
    }

    boolean right() {
        return wrong.isEmpty();
    }

    /** As a row of a table in Markdown. */
    String row() {
        String verdict = right() ? "right" : "**wrong**: " + wrong;
        return "| " + name + " | " + kind + " | " + cell(found) + " | " + cell(verdict) + " |";
    }

    private static String cell(String text) {
        return text.replace("|", "\\|").replace('\n', ' ');
    }
}
