package dev.tailrace.doctor.lint;

import dev.tailrace.config.Declared;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Words of a pattern that ask for the caller's location. */
final class PatternRules {
    static final List<Rule<LogbackFile>> ALL =
            List.of(PatternRules::locationLost, PatternRules::locationCost, PatternRules::callerDataUnused);

    private static final Pattern WORD = Pattern.compile("(?<!\\\\)%[-.0-9]*([A-Za-z]\\w*)");
    private static final Set<String> LOCATION = Set.of("L", "line", "M", "method", "C", "class", "F", "file", "caller");

    private PatternRules() {}

    private static void locationLost(LogbackFile file, Circumstances circumstances, Remarks remarks) {
        for (Declared appender : file.opened()) {
            Set<String> words = words(appender);
            List<Declared> blind = blind(file, appender);
            if (!words.isEmpty() && !blind.isEmpty()) {
                remarks.add(
                        Advice.LOCATION_LOST,
                        appender,
                        patternLine(appender),
                        "The pattern of " + Remarks.name(appender) + " has " + String.join(" ", words)
                                + ", but what comes through " + Remarks.name(blind.get(0))
                                + " has no location: question marks are written.");
            }
        }
    }

    private static void locationCost(LogbackFile file, Circumstances circumstances, Remarks remarks) {
        for (Declared appender : file.opened()) {
            Set<String> words = words(appender);
            if (!words.isEmpty() && blind(file, appender).isEmpty()) {
                remarks.add(
                        Advice.LOCATION_COST,
                        appender,
                        patternLine(appender),
                        "The pattern of " + Remarks.name(appender) + " has " + String.join(" ", words)
                                + ": the stack of the calling thread is walked for each event, which costs many times the"
                                + " rest of the call.");
            }
        }
    }

    private static void callerDataUnused(LogbackFile file, Circumstances circumstances, Remarks remarks) {
        for (Declared async : file.asynchronous()) {
            List<Declared> behind = file.behind(async);
            boolean patterns = behind.stream().allMatch(each -> LogbackFile.isAsync(each) || hasPattern(each));
            boolean asked = behind.stream().anyMatch(each -> !words(each).isEmpty());
            if (LogbackFile.isTrue(async, "includeCallerData") && !behind.isEmpty() && patterns && !asked) {
                remarks.add(
                        Advice.CALLER_DATA_UNUSED,
                        async,
                        LogbackFile.lineOf(async, "includeCallerData"),
                        "includeCallerData of " + Remarks.name(async)
                                + " makes each log call walk its stack, but no pattern behind it has a word for it.");
            }
        }
    }

    /** The asynchronous appenders that bring events without their location. */
    private static List<Declared> blind(LogbackFile file, Declared appender) {
        return file.asynchronousBefore(appender).stream()
                .filter(each -> !LogbackFile.isTrue(each, "includeCallerData"))
                .toList();
    }

    private static Set<String> words(Declared appender) {
        Set<String> words = new LinkedHashSet<>();
        for (Declared pattern : patterns(appender)) {
            Matcher matcher = WORD.matcher(pattern.text());
            while (matcher.find()) {
                if (LOCATION.contains(matcher.group(1))) {
                    words.add("%" + matcher.group(1));
                }
            }
        }
        return words;
    }

    private static boolean hasPattern(Declared appender) {
        return !patterns(appender).isEmpty();
    }

    private static int patternLine(Declared appender) {
        return patterns(appender).stream().findFirst().map(Declared::textLine).orElse(appender.line());
    }

    /** Directly in the encoder or layout, or in the layout of an encoder. */
    private static List<Declared> patterns(Declared owner) {
        return java.util.stream.Stream.concat(owner.all("encoder"), owner.all("layout"))
                .flatMap(each -> java.util.stream.Stream.concat(each.all("pattern"), patterns(each).stream()))
                .toList();
    }
}
