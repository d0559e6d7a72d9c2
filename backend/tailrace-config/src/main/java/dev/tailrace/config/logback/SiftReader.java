package dev.tailrace.config.logback;

import dev.tailrace.config.dialect.KeyedFiles;
import dev.tailrace.config.dialect.SettingsReader;
import dev.tailrace.config.logback.document.Document;
import dev.tailrace.config.logback.document.ElementValues;
import dev.tailrace.config.logback.document.InnerOptions;
import dev.tailrace.config.logback.document.LogbackClasses;
import dev.tailrace.config.logback.document.UnknownNames;
import dev.tailrace.config.model.FilterConfig;
import dev.tailrace.config.model.PatternSyntax;
import dev.tailrace.config.model.TailraceSettings;
import dev.tailrace.config.xml.Element;
import dev.tailrace.config.xml.FileNames;
import dev.tailrace.config.xml.Findings;
import dev.tailrace.config.xml.Values;
import dev.tailrace.destination.DestinationConfig;
import dev.tailrace.destination.Rolling;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.finding.FindingText;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads what a {@code SiftingAppender} has besides an appender's usual options. The nested appender is read once, as {@link KeyedFiles}
 * says.
 */
final class SiftReader {
    /** Behind the name of the appender, for the one that takes the events without a value. */
    private static final String WITHOUT = ": without a value";
    /** The value of lines that no event brings: those without a value go elsewhere. */
    private static final String NO_VALUE = "_";

    private final Document document;
    private final ElementValues values;
    private final Findings findings;
    private final SettingsReader settingsReader;
    private final Element element;
    private final String appender;
    private final List<Element> nested = new ArrayList<>();
    private @Nullable Element sift;
    private @Nullable String key;
    private @Nullable String otherwise;
    private boolean discriminated;
    private boolean unusable;
    private int mostOpen = KeyedFiles.MOST_OPEN;
    private long idleMillis = KeyedFiles.IDLE_MILLIS;

    SiftReader(Document document, SettingsReader settingsReader, Element element, String appender) {
        this.document = document;
        this.values = document.values();
        this.findings = values.findings();
        this.settingsReader = settingsReader;
        this.element = element;
        this.appender = appender;
    }

    /** Whether the option is one of its own. */
    boolean option(Element option) {
        switch (option.optionName()) {
            case "discriminator" -> discriminator(option);
            case "sift" -> sift = option;
            case "maxAppenderCount" ->
                mostOpen = Math.min(
                        KeyedFiles.MOST_OPEN,
                        values.option(option, appender).integer(1, Integer.MAX_VALUE, Integer.MAX_VALUE));
            case "timeout" -> timeout(option);
            default -> {
                return false;
            }
        }
        return true;
    }

    private void timeout(Element option) {
        String text = values.text(option);
        OptionalLong millis = Values.period(text);
        if (millis.isEmpty()) {
            findings.add(
                    FindingCode.BAD_VALUE,
                    option.line(),
                    appender,
                    "<timeout> is " + FindingText.quote(text)
                            + ", not a time such as \"30 seconds\" or \"2 minutes\"; 30 minutes are used.");
        }
        idleMillis = millis.orElse(idleMillis);
    }

    private void discriminator(Element option) {
        values.onlyAttributes(option, "class");
        values.noText(option);
        discriminated = true;
        if (values.part(option, LogbackClasses.Part.MDC_DISCRIMINATOR) != LogbackClasses.Part.MDC_DISCRIMINATOR) {
            unusable = true;
            UnknownNames.reportClass(
                    values, option, appender, "the appender " + FindingText.quote(appender) + " writes nothing.");
            return;
        }
        InnerOptions options = InnerOptions.of(document, option, appender, "key", "defaultValue");
        key = options.value("key");
        otherwise = options.value("defaultValue");
    }

    /** The appender inside, with a target that says where each value goes; null when it can't be used, which is a finding then. */
    @Nullable
    AppenderDraft read(TailraceSettings settings) {
        String name = key;
        String value = otherwise;
        Element inside = sift;
        if (unusable) {
            return null;
        }
        if (name == null || name.isEmpty() || value == null || value.isEmpty()) {
            return incomplete(
                    discriminated ? "<discriminator> has no <key> or no <defaultValue>" : "it has no <discriminator>");
        }
        if (inside == null) {
            return incomplete("it has no <sift>");
        }
        String before = values.variables().replace(name, DestinationConfig.Keyed.KEY);
        findings.sifted("${" + name + "}");
        try {
            document.eachOption(inside, this::inside);
            if (nested.size() != 1) {
                return incomplete("<sift> needs one appender, and has " + nested.size());
            }
            return sifted(
                    AppenderReader.readSifted(document, settingsReader, settings, nested.get(0), appender),
                    name,
                    value);
        } finally {
            findings.sifted(null);
            values.variables().replace(name, before);
        }
    }

    private void inside(Element each) {
        if (each.is("appender")) {
            nested.add(each);
        } else {
            UnknownNames.reportOption(values, each, element, appender);
        }
    }

    private @Nullable AppenderDraft incomplete(String what) {
        findings.add(
                FindingCode.SIFTING_UNUSABLE,
                element.line(),
                appender,
                "The appender " + FindingText.quote(appender) + " writes nothing: " + what + ".");
        return null;
    }

    private @Nullable AppenderDraft sifted(AppenderDraft draft, String name, String value) {
        if (!(draft.target() instanceof DestinationConfig.File each)) {
            if (draft.target() == null) {
                return incomplete("the appender inside is none that writes");
            }
            if (!(draft.target() instanceof DestinationConfig.Console)) {
                return incomplete("the appender inside sifts, too");
            }
            // A console is one, whatever the key is.
            return inLine(draft, draft.target(), name, value);
        }
        boolean varies = KeyedFiles.hasKey(each.file() == null ? KeyedFiles.patternOf(each) : each.file());
        if (!varies) {
            if (KeyedFiles.hasKey(KeyedFiles.patternOf(each))) {
                together("go to one file, so that they are rolled together, to names with " + FindingText.quote(value));
            }
            return inLine(draft, of(each, value), name, value);
        }
        DestinationConfig.File own = each;
        if (each.rolling() != null && !KeyedFiles.hasKey(KeyedFiles.patternOf(each))) {
            String pattern = FileNames.with(KeyedFiles.patternOf(each), DestinationConfig.Keyed.KEY);
            together("are rolled to the same names, where they replace each other; the value is added to them, as in "
                    + FindingText.quote(pattern));
            own = new DestinationConfig.File(
                    each.file(), each.append(), each.rolling().with(pattern), each.options());
        }
        DestinationConfig.File usable = KeyedFiles.usable(own, findings, draft.line(), appender);
        if (KeyedFiles.isUsable(value)) {
            return inLine(draft, sifted(name, value, usable), name, value);
        }
        // A path, such as "/", names a file elsewhere: an appender of its own writes there.
        Set<String> none = Set.of(value, "");
        AppenderDraft without = inLine(draft, of(own, value), name, value)
                .behind(List.of(new FilterConfig.ContextFilter(name, value, false, none, true)));
        return inLine(draft, sifted(name, NO_VALUE, usable), name, value)
                .behind(List.of(new FilterConfig.ContextFilter(name, value, false, none, false)))
                .with(without.as(appender + WITHOUT, without.kind()));
    }

    private DestinationConfig.Keyed sifted(String name, String value, DestinationConfig.File each) {
        return new DestinationConfig.Keyed(name, value, false, each, mostOpen, idleMillis);
    }

    private void together(String what) {
        findings.add(
                FindingCode.SIFTED_TOGETHER,
                element.line(),
                appender,
                "Lines of different values of " + FindingText.quote(String.valueOf(key)) + " " + what + ".");
    }

    /** The file of a value. */
    private static DestinationConfig.File of(DestinationConfig.File each, String value) {
        String file = each.file();
        Rolling rolling = each.rolling();
        return new DestinationConfig.File(
                file == null ? null : file.replace(DestinationConfig.Keyed.KEY, value),
                each.append(),
                rolling == null
                        ? null
                        : rolling.with(rolling.fileNamePattern().replace(DestinationConfig.Keyed.KEY, value)),
                each.options());
    }

    /** The value in a pattern is looked up when the line is made. */
    private AppenderDraft inLine(AppenderDraft draft, DestinationConfig destinationConfig, String name, String value) {
        String pattern = draft.layout().pattern();
        if (pattern.contains(DestinationConfig.Keyed.KEY)) {
            if (draft.layout().syntax() == PatternSyntax.JSON) {
                findings.add(
                        FindingCode.NOT_SUPPORTED,
                        draft.layout().line(),
                        appender,
                        "${" + name + "} in what is written as JSON is not supported; " + FindingText.quote(value)
                                + " is written for all values.",
                        "Let the encoder write the MDC, which has " + FindingText.quote(name) + ".");
                pattern = pattern.replace(DestinationConfig.Keyed.KEY, value);
            } else {
                pattern = pattern.replace(DestinationConfig.Keyed.KEY, "%X{" + name + ":-" + value + "}");
            }
        }
        return new AppenderDraft(
                draft.name(),
                draft.file(),
                draft.line(),
                draft.kind(),
                destinationConfig,
                draft.layout().withPattern(pattern),
                draft.filters(),
                draft.references(),
                draft.own(),
                null);
    }
}
