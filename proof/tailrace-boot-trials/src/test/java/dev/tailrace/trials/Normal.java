package dev.tailrace.trials;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Takes out of what was seen what differs between any two runs: times, process ids, folders, ports, numbers of threads. */
final class Normal {
    private static final String[][] REPLACED = {
        {"\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d[.,]\\d{3,9}(?:Z|[+-]\\d\\d:?\\d\\d)", "<time>"},
        {"\"timestamp\":[\\d.]+", "\"timestamp\":<time>"},
        {"in [\\d.]+ seconds \\(process running for [\\d.]+\\)", "in <n> seconds"},
        {"completed in \\d+ ms", "completed in <n> ms"},
        // Tailrace has one of its own.
        {"Exposing \\d+ endpoints", "Exposing <n> endpoints"},
        {"Completed initialization in \\d+ ms", "Completed initialization in <n> ms"},
        {"port (\"?)\\d+\\1 \\(http\\)", "port <n> (http)"},
        {"\\[[^\\[\\]]*exec-\\d+\\]", "[<exec>]"},
        {"-exec-\\d+", "-exec-<n>"},
        {"Tomcat(-\\d+)?\\]\\.\\[localhost(-\\d+)?\\]", "Tomcat].[localhost]"},
        {"\\$\\$Lambda[\\w/$.]*", "\\$\\$Lambda"},
        // Both name a jar behind a frame in their own ways; a row of its own judges that.
        {"(?m)^(\\s+at [^\\n]+\\)) ~?\\[[^\\]\\n]*\\]$", "$1"},
        {"@[0-9a-f]{6,8}\\b", "@<hash>"},
        // What Spring says at TRACE of the classes of a backend.
        {"(?m)^TRACE .*(LogbackLoggingSystem|TailraceLoggingSystem).*\\n", ""},
        {"started on \\w{3} \\w{3} \\d\\d [\\d:]+ \\w+ \\d{4}", "started on <time>"},
    };

    private static final Map<Pattern, String> PATTERNS = patterns();

    private Normal() {}

    private static Map<Pattern, String> patterns() {
        Map<Pattern, String> patterns = new java.util.LinkedHashMap<>();
        for (String[] each : REPLACED) {
            patterns.put(Pattern.compile(each[0]), each[1]);
        }
        return patterns;
    }

    static Map<String, String> of(Map<String, String> seen, String folder, String home) {
        Map<String, String> normal = new TreeMap<>();
        Pattern pid = Pattern.compile("(?<![\\d.n])" + Pattern.quote(seen.getOrDefault("pid", "no pid")) + "(?!\\d)");
        seen.forEach((key, value) -> {
            String text = value.replace(folder, "<dir>").replace(home, "<home>");
            // Before numbers are taken for something else.
            text = pid.matcher(text).replaceAll("<pid>");
            for (Map.Entry<Pattern, String> each : PATTERNS.entrySet()) {
                text = each.getKey().matcher(text).replaceAll(each.getValue());
            }
            normal.put(key, text);
        });
        return normal;
    }
}
