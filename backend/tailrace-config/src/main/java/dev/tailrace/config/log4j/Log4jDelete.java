package dev.tailrace.config.log4j;

import dev.tailrace.config.xml.FileNames;
import dev.tailrace.config.xml.Values;
import dev.tailrace.destination.DeleteRule;
import dev.tailrace.destination.FileCondition;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.finding.FindingText;
import java.nio.file.FileSystems;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads one {@code <Delete>} of a rollover strategy. What can't be read as it stands deletes nothing, with a finding: a condition that is
 * left out would delete more.
 */
final class Log4jDelete {
    private static final Pattern AGE = Pattern.compile(
            "(?:p)?(?:([0-9]{1,9})d)?(?:t?(?:([0-9]{1,9})h)?(?:([0-9]{1,9})m)?(?:([0-9]{1,9})s)?)?",
            Pattern.CASE_INSENSITIVE);
    private static final int LONGEST_PATTERN = 2_000;

    /** Something is wrong with it: what, and where. */
    private static final class Unusable extends Exception {
        private static final long serialVersionUID = 1L;

        private final int line;

        Unusable(int line, String message) {
            super(message);
            this.line = line;
        }
    }

    private final String appender;
    private int conditions;

    private Log4jDelete(String appender) {
        this.appender = appender;
    }

    /** The rule; null when it deletes nothing, which is a finding. */
    static @Nullable DeleteRule read(Log4jNode delete, Log4jDocument document, String appender) {
        try {
            return new Log4jDelete(appender).removal(delete.take());
        } catch (Unusable e) {
            document.findings()
                    .add(
                            FindingCode.DELETE_OTHERWISE,
                            e.line,
                            appender,
                            "This <Delete> deletes nothing: " + e.getMessage() + ".");
            return null;
        }
    }

    private DeleteRule removal(Log4jNode delete) throws Unusable {
        String base = delete.value("basePath");
        boolean follows = delete.bool("followLinks", false, appender);
        boolean test = delete.bool("testMode", false, appender);
        int depth = delete.integer("maxDepth", 0, Integer.MAX_VALUE, 1, appender);
        boolean newestFirst = true;
        List<Log4jNode> asked = new ArrayList<>();
        for (Log4jNode child : delete.children()) {
            if (child.is("SortByModificationTime")) {
                newestFirst = child.take().bool("recentFirst", true, appender);
                child.finish(appender);
            } else if (!isParameter(child)) {
                asked.add(child);
            }
        }
        List<FileCondition> read = conditions(asked, 1);
        delete.finish(appender);
        if (base == null || base.isEmpty()) {
            throw new Unusable(delete.line(), "it has no basePath");
        }
        if (!FileNames.isPath(base) || base.contains("${")) {
            throw new Unusable(
                    delete.line("basePath"), "there is no directory " + FindingText.quote(base) + " on this system");
        }
        if (read.isEmpty()) {
            throw new Unusable(delete.line(), "it has no condition, and would delete everything below its basePath");
        }
        return new DeleteRule(base, depth, follows, test, newestFirst, read);
    }

    private static boolean isParameter(Log4jNode child) {
        return child.is("basePath", "followLinks", "testMode", "maxDepth");
    }

    private List<FileCondition> conditions(List<Log4jNode> nodes, int depth) throws Unusable {
        List<FileCondition> read = new ArrayList<>();
        for (Log4jNode node : nodes) {
            if (depth > DeleteRule.DEEPEST || ++conditions > DeleteRule.MOST_CONDITIONS) {
                throw new Unusable(
                        node.line(),
                        "it has more than " + DeleteRule.MOST_CONDITIONS + " conditions, or they are nested more than "
                                + DeleteRule.DEEPEST + " deep");
            }
            read.add(condition(node.take(), depth));
            node.finish(appender);
        }
        return read;
    }

    private FileCondition condition(Log4jNode node, int depth) throws Unusable {
        if (node.is("IfFileName")) {
            String pattern = name(node);
            return new FileCondition.Name(pattern, nested(node, depth, "glob", "regex"));
        }
        if (node.is("IfLastModified")) {
            long millis = age(node);
            return new FileCondition.Age(millis, nested(node, depth, "age"));
        }
        if (node.is("IfAccumulatedFileCount")) {
            String word = node.value("exceeds");
            Integer files = word == null ? null : Values.integer(word);
            if (files == null || files < 1) {
                throw new Unusable(
                        node.line("exceeds"),
                        "exceeds of <IfAccumulatedFileCount> is " + FindingText.quote(String.valueOf(word))
                                + ", not a number above 0");
            }
            return new FileCondition.Count(files, nested(node, depth, "exceeds"));
        }
        if (node.is("IfAccumulatedFileSize")) {
            String word = node.value("exceeds");
            OptionalLong bytes = word == null ? OptionalLong.empty() : Log4jRolling.size(word);
            if (bytes.isEmpty() || bytes.getAsLong() < 1) {
                throw new Unusable(
                        node.line("exceeds"),
                        "exceeds of <IfAccumulatedFileSize> is " + FindingText.quote(String.valueOf(word))
                                + ", not a size above 0 such as 10 GB");
            }
            return new FileCondition.Sum(bytes.getAsLong(), nested(node, depth, "exceeds"));
        }
        if (!node.is("IfAll", "IfAny", "IfNot")) {
            throw new Unusable(
                    node.line(), "it has a <" + node.type() + ">, which Tailrace doesn't read as a condition");
        }
        List<FileCondition> inside = nested(node, depth);
        if (inside.isEmpty()) {
            throw new Unusable(node.line(), "there is no condition in <" + node.type() + ">");
        }
        if (!node.is("IfNot")) {
            return node.is("IfAll") ? new FileCondition.All(inside) : new FileCondition.Any(inside);
        }
        if (inside.size() > 1) {
            throw new Unusable(node.line(), "there is more than one condition in <IfNot>");
        }
        return new FileCondition.Not(inside.get(0));
    }

    private List<FileCondition> nested(Log4jNode node, int depth, String... parameters) throws Unusable {
        return conditions(
                node.children().stream()
                        .filter(child -> parameters.length == 0 || !child.is(parameters))
                        .toList(),
                depth + 1);
    }

    private static String name(Log4jNode node) throws Unusable {
        String glob = node.value("glob");
        String regex = node.value("regex");
        if (glob == null && regex == null) {
            throw new Unusable(node.line(), "<IfFileName> has neither glob nor regex");
        }
        String given = glob != null ? glob : String.valueOf(regex);
        String syntax = glob != null ? "glob:" : "regex:";
        String pattern = given.startsWith(syntax) ? given : syntax + given;
        int line = node.line(glob != null ? "glob" : "regex");
        if (pattern.length() > LONGEST_PATTERN) {
            throw new Unusable(line, "<IfFileName> has more than " + LONGEST_PATTERN + " characters");
        }
        try {
            FileSystems.getDefault().getPathMatcher(pattern);
        } catch (IllegalArgumentException e) {
            throw new Unusable(line, "<IfFileName> has a pattern that can't be read: " + FindingText.quote(given));
        }
        return pattern;
    }

    private static long age(Log4jNode node) throws Unusable {
        String word = node.value("age");
        Matcher age = AGE.matcher(word == null ? "" : word.strip());
        if (!age.matches() || word == null || word.chars().noneMatch(Character::isDigit)) {
            throw new Unusable(
                    node.line("age"),
                    "age of <IfLastModified> is " + FindingText.quote(String.valueOf(word))
                            + ", not an age such as 30d or P1DT12H");
        }
        return TimeUnit.DAYS.toMillis(part(age, 1))
                + TimeUnit.HOURS.toMillis(part(age, 2))
                + TimeUnit.MINUTES.toMillis(part(age, 3))
                + TimeUnit.SECONDS.toMillis(part(age, 4));
    }

    private static long part(Matcher age, int group) {
        String digits = age.group(group);
        return digits == null ? 0 : Long.parseLong(digits);
    }
}
