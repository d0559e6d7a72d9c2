package dev.tailrace.spring.example;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** What an application has logged, as events without what differs between any two runs: times, process ids, ports, durations. */
final class LogText {
    /** An event of text begins with its time, one of JSON with a brace. */
    private static final Pattern BEGIN =
            Pattern.compile("^(?=\\d{4}-\\d\\d-\\d\\d[T ]\\d\\d:\\d\\d:\\d\\d|\\{)", Pattern.MULTILINE);

    private static final String[][] REPLACED = {
        {"\\d{4}-\\d\\d-\\d\\d[T ]\\d\\d:\\d\\d:\\d\\d[.,]\\d{3,9}(?:Z|[+-]\\d\\d:?\\d\\d)?", "<time>"},
        {"\"(process\\.pid|pid)\":\\d+", "\"$1\":<pid>"},
        {"(\"process\":\\{\"pid\":)\\d+", "$1<pid>"},
        {"in \\d+ ms", "in <n> ms"},
        {"completed in \\d+ ms", "completed in <n> ms"},
        {"in [\\d.]+ seconds \\(process running for [\\d.]+\\)", "in <n> seconds"},
        {"on port \\d+", "on port <n>"},
        // A number of two digits cuts one more letter off the name.
        {"(?:(?<=\\[)o)?(-auto-1-exec-)\\d+", "$1<n>"},
        {"exec-\\d+", "exec-<n>"},
        {"clinic-(tailrace|logback)\\.jar", "clinic.jar"},
        {"(day|prod)-(ours|them)/", "logs/"},
        {"\\$\\$Lambda[\\w/$.]*", "\\$\\$Lambda"},
        {"@[0-9a-f]{6,8}\\b", "@<hash>"},
        // What class generators number.
        {"(GeneratedMethodAccessor|GeneratedConstructorAccessor)\\d+", "$1<n>"},
    };

    private LogText() {}

    /** The events, each with all its lines. */
    static List<String> events(String text, long pid) {
        String normal = text.replaceAll("(?<![\\d.])" + pid + "(?!\\d)", "<pid>");
        List<String> events = new ArrayList<>();
        for (String each : BEGIN.split(normal, -1)) {
            String event = each.stripTrailing();
            for (String[] one : REPLACED) {
                event = event.replaceAll(one[0], one[1]);
            }
            if (!event.isBlank()) {
                events.add(event);
            }
        }
        return events;
    }

    /** The first lines that differ of each event that does, Logback's and Tailrace's. */
    static List<String> differences(List<String> theirs, List<String> ours) {
        List<String> differences = new ArrayList<>();
        for (int i = 0; i < Math.max(theirs.size(), ours.size()); i++) {
            String their = i < theirs.size() ? theirs.get(i) : "(no event)";
            String our = i < ours.size() ? ours.get(i) : "(no event)";
            if (!their.equals(our)) {
                differences.add(firstDifference(their, our));
            }
        }
        return differences;
    }

    private static String firstDifference(String their, String our) {
        List<String> theirLines = their.lines().toList();
        List<String> ourLines = our.lines().toList();
        int at = 0;
        while (at < Math.min(theirLines.size(), ourLines.size())
                && theirLines.get(at).equals(ourLines.get(at))) {
            at++;
        }
        return from(at, theirLines) + " <> " + from(at, ourLines);
    }

    private static String from(int at, List<String> lines) {
        return String.join("\n", lines.subList(at, Math.min(lines.size(), at + 3)));
    }
}
