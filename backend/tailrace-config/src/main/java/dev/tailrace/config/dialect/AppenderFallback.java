package dev.tailrace.config.dialect;

import dev.tailrace.config.model.AppenderConfig;
import dev.tailrace.config.model.LoggerConfig;
import dev.tailrace.config.model.TailraceSettings;
import dev.tailrace.config.xml.Findings;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.finding.FindingText;
import java.util.List;

/** Takes the place of appenders that can't be used. */
public final class AppenderFallback {
    /** For an appender that isn't known and refers to others. */
    public static final String HANDED_ON_REMEDY =
            "Let the loggers refer to the appenders behind it, if what it adds or changes can be done without.";

    public static final String LAST_RESORT = "tailrace-console";

    private AppenderFallback() {}

    /** Describes where the events of an unknown appender go: it is passed over if it refers to others. */
    public static String consequence(String appender, boolean handsOn) {
        return "the appender " + FindingText.quote(appender)
                + (handsOn ? " hands its events on as they are to those that it refers to." : " writes nothing.");
    }

    /** Adds the console of last resort to {@code none}, and returns the root logger with it. */
    public static LoggerConfig console(
            List<AppenderConfig> none, LoggerConfig root, TailraceSettings settings, Findings findings) {
        none.add(AppenderConfig.console(LAST_RESORT, root.line(), settings));
        findings.add(
                FindingCode.NO_APPENDER_LEFT,
                root.line(),
                "None of the appenders that loggers refer to can be used; events of the root logger go to the console.");
        return new LoggerConfig(root.name(), root.level(), root.additive(), List.of(LAST_RESORT), root.line());
    }
}
