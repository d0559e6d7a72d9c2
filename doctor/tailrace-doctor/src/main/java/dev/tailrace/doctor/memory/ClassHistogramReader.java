package dev.tailrace.doctor.memory;

import dev.tailrace.doctor.memory.ClassHistogram.Row;
import dev.tailrace.probe.evidence.EvidenceBuilder;
import dev.tailrace.probe.evidence.EvidenceReader;
import dev.tailrace.probe.evidence.Input;
import dev.tailrace.probe.evidence.ParseProblem;
import dev.tailrace.probe.evidence.Source;
import dev.tailrace.probe.evidence.TextLines;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads what {@code jmap -histo} and {@code jcmd GC.class_histogram} write, one or several in a file. Stateless. */
public final class ClassHistogramReader implements EvidenceReader {
    private static final Pattern HEADER = Pattern.compile("\\s*num\\s+#instances\\s+#bytes\\s.*");
    private static final Pattern ROW = Pattern.compile(
            "\\s*[0-9]{1,9}:\\s+([0-9]{1,15})\\s+([0-9]{1,18})\\s+(\\S{1,2000})(?: \\(.{0,200}\\))?\\s*");
    private static final Pattern TOTAL = Pattern.compile("Total\\s+[0-9]{1,15}\\s+[0-9]{1,18}\\s*");
    private static final int MOST_ROWS = 50_000;
    private static final int MOST_HISTOGRAMS = 100;

    @Override
    public boolean mayRead(Input input, byte[] head) {
        return TextSniffer.isText(head);
    }

    @Override
    public void read(Input input, EvidenceBuilder to) throws IOException {
        List<Row> rows = new ArrayList<>();
        int began = 0;
        int found = 0;
        int unfinished = 0;
        long broken = 0;
        int firstBroken = 0;
        try (TextLines lines = TextLines.of(input)) {
            for (String line = lines.next(); line != null && found < MOST_HISTOGRAMS; line = lines.next()) {
                if (line.contains("#instances") && HEADER.matcher(line).matches()) {
                    found += finish(input.name(), began, rows, to);
                    began = lines.number();
                } else if (began > 0) {
                    if (line.startsWith("Total") && TOTAL.matcher(line).matches()) {
                        found += finish(input.name(), began, rows, to);
                        began = 0;
                        continue;
                    }
                    Matcher row = ROW.matcher(line);
                    if (line.length() < 4_000 && row.matches()) {
                        if (rows.size() < MOST_ROWS) {
                            rows.add(new Row(
                                    type(row.group(3)), Long.parseLong(row.group(1)), Long.parseLong(row.group(2))));
                        }
                    } else if (line.isBlank() && !rows.isEmpty()) {
                        found += finish(input.name(), began, rows, to);
                        unfinished = began;
                        began = 0;
                    } else if (!line.isBlank() && !line.startsWith("-----")) {
                        firstBroken = broken++ == 0 ? lines.number() : firstBroken;
                    }
                }
            }
        }
        unfinished = began > 0 ? began : unfinished;
        finish(input.name(), began, rows, to);
        if (broken > 0) {
            to.add(new ParseProblem(
                    new Source(input.name(), firstBroken),
                    broken,
                    "They stand amid a class histogram, but are no rows of it."));
        } else if (unfinished > 0) {
            to.add(new ParseProblem(
                    new Source(input.name(), unfinished), 1, "The class histogram that begins here has no end."));
        }
    }

    /** How many histograms were added: one, or none when there are no rows. */
    private static int finish(String file, int began, List<Row> rows, EvidenceBuilder to) {
        if (began == 0 || rows.isEmpty()) {
            return 0;
        }
        rows.sort(Comparator.comparingLong(Row::bytes).reversed());
        to.add(new ClassHistogram(new Source(file, began), rows));
        rows.clear();
        return 1;
    }

    /** {@code [[B} as {@code byte[][]}, {@code [La.B;} as {@code a.B[]}. */
    public static String type(String name) {
        int dimensions = 0;
        while (dimensions < name.length() && name.charAt(dimensions) == '[') {
            dimensions++;
        }
        if (dimensions == 0 || dimensions == name.length()) {
            return name;
        }
        String element = name.substring(dimensions);
        String readable = switch (element.charAt(0)) {
            case 'B' -> "byte";
            case 'C' -> "char";
            case 'D' -> "double";
            case 'F' -> "float";
            case 'I' -> "int";
            case 'J' -> "long";
            case 'S' -> "short";
            case 'Z' -> "boolean";
            default ->
                element.startsWith("L") && element.endsWith(";") ? element.substring(1, element.length() - 1) : element;
        };
        return readable + "[]".repeat(dimensions);
    }
}
