package dev.tailrace.lint.remark;

import dev.tailrace.config.model.ConfigElement;
import java.util.List;
import java.util.regex.Pattern;

/** Rules on dates in the patterns of lines and of rolled files. */
public final class DateRules {
    private static final Pattern DATE = Pattern.compile("(?:%d(?:ate)?\\{|\\$\\{date:)([^},]*)");

    private DateRules() {}

    /** Appenders that write Y, the year that a week belongs to, for the year of a day. */
    public static void weekYear(List<ConfigElement> opened, Remarks remarks) {
        opened.forEach(appender -> weekYear(appender, appender, remarks));
    }

    private static boolean weekYear(ConfigElement appender, ConfigElement element, Remarks remarks) {
        boolean inText = hasWeekYear(element.text());
        if (inText || element.attributes().values().stream().anyMatch(DateRules::hasWeekYear)) {
            remarks.add(
                    LintCode.WEEK_YEAR,
                    appender,
                    inText ? element.textLine() : element.line(),
                    "A date of " + Remarks.name(appender)
                            + " has YYYY, the year that a week belongs to: in the last days of"
                            + " December or the first of January it is a different year from the day's.");
            return true;
        }
        return element.children().stream().anyMatch(each -> weekYear(appender, each, remarks));
    }

    /** Weeks are numbered by w. */
    private static boolean hasWeekYear(String pattern) {
        List<String> dates =
                DATE.matcher(pattern).results().map(each -> each.group(1)).toList();
        return dates.stream().anyMatch(each -> each.contains("YYYY"))
                && dates.stream().noneMatch(each -> each.contains("w"));
    }
}
