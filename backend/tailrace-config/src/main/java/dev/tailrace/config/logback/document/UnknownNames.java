package dev.tailrace.config.logback.document;

import dev.tailrace.config.xml.Element;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.finding.FindingText;
import org.jspecify.annotations.Nullable;

/** Findings about classes and options that are not known, each with what can take its place. */
public final class UnknownNames {
    private UnknownNames() {}

    /** A class that isn't known; what to do about it depends on the element. */
    public static void reportClass(ElementValues values, Element element, String consumer, String consequence) {
        reportClass(values, element, consumer, consequence, insteadOf(element));
    }

    /** A class that isn't known, with what to do about it. */
    public static void reportClass(
            ElementValues values, Element element, @Nullable String consumer, String consequence, String remedy) {
        String given = values.attribute(element, "class");
        String name = given == null ? "" : given;
        boolean missing = !name.isEmpty() && values.isMissing(name);
        values.findings()
                .add(
                        missing ? FindingCode.CLASS_NOT_FOUND : FindingCode.UNKNOWN_CLASS,
                        element.line(),
                        consumer,
                        name.isEmpty()
                                ? "<" + element.name() + "> names no class; " + consequence
                                : "The class " + FindingText.quote(name) + " of <" + element.name()
                                        + "> is not " + (missing ? "on the class path; " : "supported here; ")
                                        + consequence,
                        name.isEmpty()
                                ? "Add class=\"...\" with a class that docs/reference/logback.md lists."
                                : (missing ? FindingCode.CLASS_NOT_FOUND.remedy() : remedy)
                                        + " No class is ever loaded from a configuration.");
    }

    /** A replacement for an unknown class. */
    private static String insteadOf(Element element) {
        return switch (element.optionName()) {
            case "appender" ->
                "Use a ConsoleAppender, FileAppender or RollingFileAppender, or remove the appender and the"
                        + " references to it.";
            case "encoder", "layout" ->
                "Give it a <pattern> and no class, or use an encoder that docs/reference/logback.md lists.";
            case "filter" -> "Use a ThresholdFilter, LevelFilter or EvaluatorFilter, or remove the <filter>.";
            case "turboFilter" -> "Use a turbo filter that docs/reference/logback.md lists, or remove it.";
            case "discriminator" -> "Use an MDCBasedDiscriminator with <key> and <defaultValue>.";
            case "rollingPolicy" ->
                "Use a TimeBasedRollingPolicy, SizeAndTimeBasedRollingPolicy or FixedWindowRollingPolicy.";
            case "triggeringPolicy" -> "Use a SizeBasedTriggeringPolicy with <maxFileSize>.";
            case "timeBasedFileNamingAndTriggeringPolicy" ->
                "Remove it, and use a SizeAndTimeBasedRollingPolicy around it to" + " roll by size, too.";
            case "define" -> "Define the variable by <property>, by -DNAME=... or in the environment.";
            default -> "Use one of the classes in docs/reference/logback.md, or remove it.";
        };
    }

    /** An option that isn't known there; one that a sister class has is said to be that one's. */
    public static void reportOption(ElementValues values, Element option, Element owner, @Nullable String consumer) {
        SiblingOptions.Advice advice =
                SiblingOptions.of(option.optionName(), values.part(owner, LogbackClasses.Part.UNKNOWN));
        values.findings()
                .add(
                        FindingCode.UNKNOWN_OPTION,
                        option.line(),
                        consumer,
                        advice == null
                                ? "<" + option.name() + "> is not known inside <" + owner.name() + ">; it is ignored."
                                : "<" + option.name() + "> is not an option of " + advice.owner() + "; "
                                        + advice.consequence(),
                        advice == null ? FindingCode.UNKNOWN_OPTION.remedy() : advice.remedy());
    }
}
