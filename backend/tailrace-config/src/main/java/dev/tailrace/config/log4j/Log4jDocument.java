package dev.tailrace.config.log4j;

import dev.tailrace.config.dialect.SettingsReader;
import dev.tailrace.config.model.TailraceSettings;
import dev.tailrace.config.model.Threshold;
import dev.tailrace.config.source.PropertySource;
import dev.tailrace.config.spring.SpringSettings;
import dev.tailrace.config.xml.Findings;
import dev.tailrace.config.xml.Values;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.finding.FindingText;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The state that all readers of one Log4j 2 configuration share. */
final class Log4jDocument {
    private final PropertySource outside;
    private final SpringSettings spring;
    private final Findings findings;
    private final Log4jVariables variables;
    private final SettingsReader settingsReader;
    private final boolean strict;
    private final boolean properties;
    private TailraceSettings settings = TailraceSettings.DEFAULTS;
    private int lastNumber;

    Log4jDocument(PropertySource outside, Findings findings, boolean strict, boolean properties) {
        this.outside = outside;
        this.findings = findings;
        this.spring = new SpringSettings(outside);
        this.variables = new Log4jVariables(outside, findings, spring);
        this.settingsReader = new SettingsReader(outside, findings);
        this.strict = strict;
        this.properties = properties;
    }

    /** Spring's environment. */
    SpringSettings spring() {
        return spring;
    }

    PropertySource outside() {
        return outside;
    }

    Findings findings() {
        return findings;
    }

    Log4jVariables variables() {
        return variables;
    }

    SettingsReader settingsReader() {
        return settingsReader;
    }

    /** Whether attributes name the types of elements. */
    boolean isStrict() {
        return strict;
    }

    /** Whether the document was written as properties. */
    boolean isProperties() {
        return properties;
    }

    /** The settings of the process. */
    TailraceSettings settings() {
        return settings;
    }

    void settings(TailraceSettings settings) {
        this.settings = settings;
    }

    /** Another number with each call. */
    int number() {
        return ++lastNumber;
    }

    /** The level of a word; null, with a finding, when there is none. FATAL is above all that SLF4J knows. */
    @Nullable
    Threshold level(String word, int line, @Nullable String consumer, String consequence) {
        if (word.strip().toUpperCase(Locale.ROOT).equals("FATAL")) {
            return Threshold.OFF;
        }
        Optional<Threshold> level = Values.level(word);
        if (level.isEmpty()) {
            findings.add(
                    FindingCode.BAD_LEVEL,
                    line,
                    consumer,
                    "There is no level " + FindingText.quote(word) + "; " + consequence,
                    "Use TRACE, DEBUG, INFO, WARN, ERROR, FATAL, ALL or OFF.");
        }
        return level.orElse(null);
    }

    /** A plugin that isn't known here. */
    void unknownPlugin(Log4jNode node, @Nullable String consumer, String consequence) {
        unknownPlugin(node, consumer, consequence, insteadOf(node.type().toLowerCase(Locale.ROOT)));
    }

    /** Reports an unknown plugin, with a remedy. */
    void unknownPlugin(Log4jNode node, @Nullable String consumer, String consequence, String remedy) {
        findings.add(
                FindingCode.UNKNOWN_CLASS,
                node.line(),
                consumer,
                "<" + node.type() + "> is not supported here; " + consequence,
                remedy + " No class is ever loaded from a configuration.");
    }

    /** A replacement for an unknown plugin. */
    private static String insteadOf(String type) {
        if (type.endsWith("layout")) {
            return "Use a PatternLayout or a JsonTemplateLayout.";
        }
        if (type.endsWith("filter")) {
            return "Use a filter that docs/reference/log4j2.md lists, or remove it.";
        }
        if (type.endsWith("patternselector")) {
            return "Write one pattern for all events: PatternLayout with pattern=\"...\".";
        }
        return "Use one that docs/reference/log4j2.md lists, or remove it.";
    }
}
