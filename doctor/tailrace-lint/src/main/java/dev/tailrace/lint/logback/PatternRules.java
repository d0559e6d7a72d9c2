package dev.tailrace.lint.logback;

import dev.tailrace.config.model.ConfigElement;
import dev.tailrace.lint.remark.Circumstances;
import dev.tailrace.lint.remark.LintCode;
import dev.tailrace.lint.remark.LintRule;
import dev.tailrace.lint.remark.Remark;
import dev.tailrace.lint.remark.Remarks;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Rules on the caller's location: words of a pattern, and options of encoders that write JSON. */
public final class PatternRules {
    public static final List<LintRule<LogbackFile>> ALL = List.of(
            PatternRules::locationLost,
            PatternRules::locationCost,
            PatternRules::callerDataUnused,
            PatternRules::exceptionsForgeLines);

    /** A group whose line ends are replaced by something. */
    private static final Pattern WITHOUT_LINES = Pattern.compile("%replace\\(([^)]*)\\)\\{[^}]*\\\\[rnR]");

    private static final Set<String> MESSAGE = Set.of("m", "msg", "message");
    private static final Set<String> THROWABLE = Set.of(
            "ex exception throwable xEx xException xThrowable rEx rootException nopex nopexception".split(" ", -1));

    private static final Pattern WORD = Pattern.compile("(?<!\\\\)%[-.0-9]*([A-Za-z]\\w*)");
    private static final Set<String> LOCATION = Set.of("L", "line", "M", "method", "C", "class", "F", "file", "caller");

    /** Options of encoders that write the location when they are true. */
    private static final Set<String> IN_JSON = Set.of("includeCallerData", "includeCallerInfo", "includeOrigin");

    private PatternRules() {}

    private static void locationLost(LogbackFile file, Circumstances circumstances, Remarks remarks) {
        for (ConfigElement appender : file.opened()) {
            Map<String, Integer> asking = asking(appender);
            List<ConfigElement> blind = blind(file, appender);
            if (!asking.isEmpty() && !blind.isEmpty()) {
                remarks.add(
                        LintCode.LOCATION_LOST,
                        appender,
                        asking.values().iterator().next(),
                        "The encoder of " + Remarks.name(appender) + " has " + String.join(" ", asking.keySet())
                                + ", but what comes through " + Remarks.name(blind.get(0))
                                + " has no location: question marks are written, or nothing.");
            }
        }
    }

    private static void locationCost(LogbackFile file, Circumstances circumstances, Remarks remarks) {
        for (ConfigElement appender : file.opened()) {
            Map<String, Integer> asking = asking(appender);
            if (!asking.isEmpty() && blind(file, appender).isEmpty()) {
                Remark remark = Remark.of(
                        LintCode.LOCATION_COST,
                        "The encoder of " + Remarks.name(appender) + " has " + String.join(" ", asking.keySet())
                                + ": the stack of the calling thread is walked for each event, which costs many times the"
                                + " rest of the call.",
                        appender.attribute("name"),
                        appender.file(),
                        asking.values().iterator().next());
                boolean words = asking.keySet().stream().anyMatch(each -> each.startsWith("%"));
                remarks.add(
                        words
                                ? remark
                                : remark.instead("Remove " + String.join(" and ", asking.keySet())
                                        + " from the encoder; the logger's name says nearly the same."));
            }
        }
    }

    private static void callerDataUnused(LogbackFile file, Circumstances circumstances, Remarks remarks) {
        for (ConfigElement async : file.asynchronous()) {
            List<ConfigElement> behind = file.behind(async);
            boolean patterns = behind.stream().allMatch(each -> LogbackFile.isAsync(each) || hasPattern(each));
            boolean asked = behind.stream().anyMatch(each -> !asking(each).isEmpty());
            if (LogbackFile.isTrue(async, "includeCallerData") && !behind.isEmpty() && patterns && !asked) {
                remarks.add(
                        LintCode.CALLER_DATA_UNUSED,
                        async,
                        LogbackFile.lineOf(async, "includeCallerData"),
                        "includeCallerData of " + Remarks.name(async)
                                + " makes each log call walk its stack, but no encoder behind it asks for it.");
            }
        }
    }

    private static void exceptionsForgeLines(LogbackFile file, Circumstances circumstances, Remarks remarks) {
        for (ConfigElement appender : file.opened()) {
            for (ConfigElement each : encoding(appender)) {
                String pattern = each.name().equals("pattern") ? each.text() : "";
                String safe = WITHOUT_LINES
                        .matcher(pattern)
                        .results()
                        .map(group -> group.group(1))
                        .collect(Collectors.joining(" "));
                boolean without = hasWord(pattern, Set.of("nopex", "nopexception"));
                if (hasWord(safe, MESSAGE) && !hasWord(safe, THROWABLE) && !without) {
                    remarks.add(
                            LintCode.EXCEPTIONS_FORGE_LINES,
                            appender,
                            each.textLine(),
                            "The encoder of " + Remarks.name(appender) + " replaces the line ends of messages. Those of"
                                    + " exceptions stay: an attacker that chooses an exception's message can still forge a line that"
                                    + " looks like one of the log.");
                }
            }
        }
    }

    private static boolean hasWord(String pattern, Set<String> words) {
        return WORD.matcher(pattern).results().anyMatch(word -> words.contains(word.group(1)));
    }

    /** The asynchronous appenders that bring events without their location. */
    private static List<ConfigElement> blind(LogbackFile file, ConfigElement appender) {
        return file.asynchronousBefore(appender).stream()
                .filter(each -> !LogbackFile.isTrue(each, "includeCallerData"))
                .toList();
    }

    /** The words that ask for the location, and their lines. */
    private static Map<String, Integer> asking(ConfigElement appender) {
        Map<String, Integer> asking = new LinkedHashMap<>();
        for (ConfigElement each : encoding(appender)) {
            if (each.name().equals("pattern")) {
                WORD.matcher(each.text())
                        .results()
                        .map(word -> word.group(1))
                        .filter(LOCATION::contains)
                        .forEach(word -> asking.putIfAbsent("%" + word, each.textLine()));
            } else if (each.name().equals("callerData")
                    || (IN_JSON.contains(each.name()) && each.text().equalsIgnoreCase("true"))) {
                asking.putIfAbsent("<" + each.name() + ">", each.line());
            }
        }
        return asking;
    }

    private static boolean hasPattern(ConfigElement appender) {
        return encoding(appender).stream()
                .anyMatch(each -> each.name().equals("pattern") && !each.text().isEmpty());
    }

    /** All that stands in the encoder or layout, at whichever depth. */
    private static List<ConfigElement> encoding(ConfigElement appender) {
        return Stream.concat(appender.all("encoder"), appender.all("layout"))
                .flatMap(PatternRules::inside)
                .toList();
    }

    private static Stream<ConfigElement> inside(ConfigElement owner) {
        return owner.children().stream().flatMap(each -> Stream.concat(Stream.of(each), inside(each)));
    }
}
