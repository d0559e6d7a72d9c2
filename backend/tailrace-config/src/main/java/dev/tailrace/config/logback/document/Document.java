package dev.tailrace.config.logback.document;

import dev.tailrace.config.model.Sources;
import dev.tailrace.config.model.Threshold;
import dev.tailrace.config.source.PropertySource;
import dev.tailrace.config.spring.BootVariables;
import dev.tailrace.config.spring.SpringSettings;
import dev.tailrace.config.xml.Element;
import dev.tailrace.config.xml.Findings;
import dev.tailrace.config.xml.Values;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.finding.FindingText;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What all readers of one file share: its variables, imports and findings, and how an option's text becomes a value. */
public final class Document {
    /** For an appender that isn't known and refers to others. */
    public static final String HANDED_ON_REMEDY =
            "Let the loggers refer to the appenders behind it, if what it adds or changes can be done without.";

    private final Findings findings;
    private final Variables variables;
    private final LogbackClasses classNames = new LogbackClasses();
    private final Inclusion inclusion;
    private final Branches branches;
    private final SpringElements spring;
    private final ConversionRules conversions;

    public Document(PropertySource outside, Findings findings, Sources sources) {
        this.findings = findings;
        SpringSettings settings = new SpringSettings(outside);
        this.variables = new Variables(outside, findings, new BootVariables(settings, outside));
        this.inclusion = new Inclusion(outside, findings, sources);
        this.branches = new Branches(this);
        this.spring = new SpringElements(this, settings);
        this.conversions = new ConversionRules(this);
        if (settings.isAsked()) {
            variables.withBoot();
        }
    }

    Inclusion inclusion() {
        return inclusion;
    }

    public Branches branches() {
        return branches;
    }

    /** The words that the file gives to converters. */
    public ConversionRules conversions() {
        return conversions;
    }

    public SpringElements spring() {
        return spring;
    }

    public Findings findings() {
        return findings;
    }

    public Variables variables() {
        return variables;
    }

    LogbackClasses classNames() {
        return classNames;
    }

    /** The attribute after substitution, trimmed; null when it is missing. */
    @Nullable
    public String attribute(Element element, String name) {
        String value = element.attribute(name);
        return value == null ? null : variables.resolve(value, element.line()).strip();
    }

    /** As {@link #attribute}; a missing or empty one is a finding too. */
    @Nullable
    public String required(Element element, String name, String consequence) {
        String value = attribute(element, name);
        if (value == null || value.isEmpty()) {
            findings.add(
                    FindingCode.MISSING_ATTRIBUTE,
                    element.line(),
                    "<" + element.name() + "> has no attribute \"" + name + "\"; " + consequence);
            return null;
        }
        return value;
    }

    /** The element's own text after substitution, trimmed. */
    public String text(Element element) {
        return variables.resolve(element.text(), element.textLine()).strip();
    }

    /** The part an element's class stands for; {@code otherwise} when it names none. */
    public LogbackClasses.Part part(Element element, LogbackClasses.Part otherwise) {
        String className = attribute(element, "class");
        return className == null || className.isEmpty() ? otherwise : classNames.part(className);
    }

    public void unknownClass(Element element, String consumer, String consequence) {
        String className = attribute(element, "class");
        findings.add(
                FindingCode.UNKNOWN_CLASS,
                element.line(),
                consumer,
                className == null || className.isEmpty()
                        ? "<" + element.name() + "> names no class; " + consequence
                        : "The class " + FindingText.quote(className) + " of <" + element.name()
                                + "> is not supported here; " + consequence,
                className == null || className.isEmpty()
                        ? "Add class=\"...\" with a class that docs/reference/logback.md lists."
                        : (consequence.contains("hands its events on") ? HANDED_ON_REMEDY : insteadOf(element))
                                + " No class is ever loaded from a configuration.");
    }

    /** What can take the place of an unknown class. */
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

    public void onlyAttributes(Element element, String... known) {
        List<String> names = Arrays.asList(known);
        for (String name : element.attributes().keySet()) {
            if (!names.contains(name)) {
                findings.add(
                        FindingCode.UNKNOWN_ATTRIBUTE,
                        element.line(),
                        "<" + element.name() + "> has an attribute " + FindingText.quote(name)
                                + " that is not known; it is ignored.");
            }
        }
    }

    public void noText(Element element) {
        if (!element.text().isEmpty()) {
            findings.add(
                    FindingCode.UNEXPECTED_TEXT,
                    element.textLine(),
                    "<" + element.name() + "> contains the text " + FindingText.quote(element.text())
                            + "; it is ignored.");
        }
    }

    /**
     * Hands out the options inside an element, in order; properties are defined and branches chosen on the way, and a param is an
     * option too.
     */
    public void eachOption(Element element, Consumer<Element> option) {
        options(element.children(), option);
    }

    private void options(List<Element> children, Consumer<Element> option) {
        for (Element child : children) {
            if (PropertyReader.isProperty(child)) {
                PropertyReader.read(child, this);
            } else if (child.is("condition")) {
                branches.condition(child);
            } else if (child.is("if")) {
                options(branches.choose(child), option);
            } else if (SpringElements.isProfile(child)) {
                options(spring.choose(child), option);
            } else if (SpringElements.isProperty(child)) {
                spring.property(child);
            } else if (child.is("param")) {
                String name = required(child, "name", "it is ignored.");
                String value = child.attribute("value");
                if (name != null) {
                    Element same = new Element(name, child.file(), child.line());
                    same.addText(value == null ? "" : value, child.line());
                    option.accept(same);
                }
            } else {
                option.accept(child);
            }
        }
    }

    /** An option that isn't known there; one that a sister class has is said to be that one's. */
    public void unknownOption(Element option, Element owner, @Nullable String consumer) {
        SiblingOptions.Advice advice = SiblingOptions.of(option.optionName(), part(owner, LogbackClasses.Part.UNKNOWN));
        if (advice != null) {
            findings.add(
                    FindingCode.UNKNOWN_OPTION,
                    option.line(),
                    consumer,
                    "<" + option.name() + "> is not an option of " + advice.owner() + "; " + advice.consequence(),
                    advice.remedy());
            return;
        }
        findings.add(
                FindingCode.UNKNOWN_OPTION,
                option.line(),
                consumer,
                "<" + option.name() + "> is not known inside <" + owner.name() + ">; it is ignored.");
    }

    public boolean bool(Element option, boolean otherwise, String consumer) {
        String word = text(option);
        Optional<Boolean> value = Values.bool(word);
        if (value.isEmpty()) {
            findings.add(
                    FindingCode.BAD_BOOLEAN,
                    option.line(),
                    consumer,
                    "<" + option.name() + "> is " + FindingText.quote(word) + "; " + otherwise + " is used.");
        }
        return value.orElse(otherwise);
    }

    /** The character set of lines; null: UTF-8. One that isn't known is a finding. */
    public @Nullable Charset charset(Element option, String consumer) {
        String name = text(option);
        Charset charset = Values.charset(name);
        if (charset == null) {
            findings.add(FindingCode.CHARSET_NOT_SUPPORTED, option.line(), consumer, Values.noCharset(name));
        }
        return StandardCharsets.UTF_8.equals(charset) ? null : charset;
    }

    public int integer(Element option, int least, int most, int otherwise, String consumer) {
        String word = text(option);
        Integer value = Values.integer(word);
        if (value == null || value < least || value > most) {
            findings.add(
                    FindingCode.BAD_NUMBER,
                    option.line(),
                    consumer,
                    "<" + option.name() + "> is " + FindingText.quote(word) + ", not a whole number from " + least
                            + " to " + most + "; " + otherwise + " is used.");
            return otherwise;
        }
        return value;
    }

    /** Bytes; a size of nothing is as unusable as one that is no number. */
    public long size(Element option, long otherwise, String consumer, String consequence) {
        String word = text(option);
        OptionalLong value = Values.size(word);
        if (value.isEmpty() || value.getAsLong() == 0) {
            findings.add(
                    FindingCode.BAD_SIZE,
                    option.line(),
                    consumer,
                    "<" + option.name() + "> is " + FindingText.quote(word) + "; " + consequence);
            return otherwise;
        }
        return value.getAsLong();
    }

    /** The level of a word; DEBUG for an unknown one, as in Logback. */
    public Threshold level(String word, int line, @Nullable String consumer) {
        Optional<Threshold> level = Values.level(word);
        if (level.isEmpty()) {
            findings.add(
                    FindingCode.BAD_LEVEL,
                    line,
                    consumer,
                    "There is no level " + FindingText.quote(word) + "; DEBUG is used.");
        }
        return level.orElse(Threshold.DEBUG);
    }
}
