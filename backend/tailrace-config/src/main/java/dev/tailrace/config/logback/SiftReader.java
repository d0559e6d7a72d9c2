package dev.tailrace.config.logback;

import dev.tailrace.config.dialect.SettingsReader;
import dev.tailrace.config.logback.document.Document;
import dev.tailrace.config.model.FilterConfig;
import dev.tailrace.config.model.PatternSyntax;
import dev.tailrace.config.model.TailraceSettings;
import dev.tailrace.config.logback.document.LogbackClasses;
import dev.tailrace.config.xml.Element;
import dev.tailrace.config.xml.FileNames;
import dev.tailrace.config.xml.Findings;
import dev.tailrace.config.xml.Values;
import dev.tailrace.destination.DestinationConfig;
import dev.tailrace.destination.Rolling;
import dev.tailrace.destination.RollingOptions;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.finding.FindingText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads what a {@code SiftingAppender} has besides an appender's usual options. The nested appender is read once, with
 * {@value DestinationConfig.Keyed#KEY} as the value of the key: what becomes of it shows where each value goes.
 */
public final class SiftReader {
    public static final int MOST_OPEN = 256;
    private static final Pattern USABLE =
            Pattern.compile("[^./\\\\:*?\"<>|%\\p{Cntrl}\\uFFFD][^/\\\\:*?\"<>|%\\p{Cntrl}\\uFFFD]{0,99}");
    /** In bytes, as it stands in front of a line. */
    private static final int LONGEST = 120;

    /** Behind the name of the appender, for the one that takes the events without a value. */
    private static final String WITHOUT = ": without a value";
    /** For lines that no event brings: those without a value go elsewhere. */
    private static final String NO_VALUE = "_";

    public static final long IDLE_MILLIS = 30 * 60_000L;

    private final Document document;
    private final SettingsReader settingsReader;
    private final Element element;
    private final String appender;
    private final List<Element> nested = new ArrayList<>();
    private @Nullable Element sift;
    private @Nullable String key;
    private @Nullable String otherwise;
    private boolean discriminated;
    private boolean unusable;
    private int mostOpen = MOST_OPEN;
    private long idleMillis = IDLE_MILLIS;

    SiftReader(Document document, SettingsReader settingsReader, Element element, String appender) {
        this.document = document;
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
                        MOST_OPEN, document.integer(option, 1, Integer.MAX_VALUE, Integer.MAX_VALUE, appender));
            case "timeout" -> timeout(option);
            default -> {
                return false;
            }
        }
        return true;
    }

    private void timeout(Element option) {
        String text = document.text(option);
        OptionalLong millis = Values.period(text);
        if (millis.isEmpty()) {
            document.findings()
                    .add(
                            FindingCode.BAD_VALUE,
                            option.line(),
                            appender,
                            "<timeout> is " + FindingText.quote(text)
                                    + ", not a time such as \"30 seconds\" or \"2 minutes\"; 30 minutes are used.");
        }
        idleMillis = millis.orElse(idleMillis);
    }

    private void discriminator(Element option) {
        document.onlyAttributes(option, "class");
        document.noText(option);
        discriminated = true;
        if (document.part(option, LogbackClasses.Part.MDC_DISCRIMINATOR) != LogbackClasses.Part.MDC_DISCRIMINATOR) {
            unusable = true;
            document.unknownClass(option, appender, "the appender " + FindingText.quote(appender) + " writes nothing.");
            return;
        }
        document.eachOption(option, each -> {
            switch (each.optionName()) {
                case "key" -> key = document.text(each);
                case "defaultValue" -> otherwise = document.text(each);
                default -> document.unknownOption(each, option, appender);
            }
        });
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
        String before = document.variables().replace(name, DestinationConfig.Keyed.KEY);
        document.findings().sifted("${" + name + "}");
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
            document.findings().sifted(null);
            document.variables().replace(name, before);
        }
    }

    private void inside(Element each) {
        if (each.is("appender")) {
            nested.add(each);
        } else {
            document.unknownOption(each, element, appender);
        }
    }

    private @Nullable AppenderDraft incomplete(String what) {
        document.findings()
                .add(
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
        boolean varies = contains(each.file() == null ? patternOf(each) : each.file());
        if (!varies) {
            if (contains(patternOf(each))) {
                together("go to one file, so that they are rolled together, to names with " + FindingText.quote(value));
            }
            return inLine(draft, of(each, value), name, value);
        }
        DestinationConfig.File own = each;
        if (each.rolling() != null && !contains(patternOf(each))) {
            String pattern = FileNames.with(patternOf(each), DestinationConfig.Keyed.KEY);
            together("are rolled to the same names, where they replace each other; the value is added to them, as in "
                    + FindingText.quote(pattern));
            own = new DestinationConfig.File(
                    each.file(), each.append(), each.rolling().with(pattern), each.options());
        }
        DestinationConfig.File usable = usable(own, document.findings(), draft.line(), appender);
        if (isUsable(value)) {
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
        document.findings()
                .add(
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

    private static String patternOf(DestinationConfig.File each) {
        Rolling rolling = each.rolling();
        return rolling == null ? "" : rolling.fileNamePattern();
    }

    private static boolean contains(String name) {
        return name.contains(DestinationConfig.Keyed.KEY);
    }

    /** Without those options that need one file: what they do is a finding. */
    public static DestinationConfig.File usable(
            DestinationConfig.File each, Findings findings, int line, String appender) {
        RollingOptions options = each.options();
        if (options.startSize() >= 0) {
            findings.add(
                    FindingCode.NOT_SUPPORTED,
                    line,
                    appender,
                    "<OnStartupTriggeringPolicy> for files of which there is one for each value of a key is not supported; what"
                            + " was in such a file before is continued.",
                    "Let a date or the size roll them.");
        }
        return each.with(new RollingOptions(
                options.interval(),
                options.modulate(),
                -1,
                options.schedule(),
                options.datedByRoll(),
                options.removals()));
    }

    /** Whether each value has an active file of its own, and rolled ones. */
    public static boolean hasKey(DestinationConfig.File each) {
        String file = each.file();
        Rolling rolling = each.rolling();
        return (file == null || file.contains(DestinationConfig.Keyed.KEY))
                && (rolling == null || rolling.fileNamePattern().contains(DestinationConfig.Keyed.KEY));
    }

    /** Whether a value can be a part of a file's name as it is. */
    public static boolean isUsable(String value) {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        return bytes.length <= LONGEST
                && value.equals(new String(bytes, StandardCharsets.UTF_8))
                && USABLE.matcher(value).matches();
    }

    /** The value in a pattern is looked up when the line is made. */
    private AppenderDraft inLine(AppenderDraft draft, DestinationConfig destinationConfig, String name, String value) {
        String pattern = draft.layout().pattern();
        if (pattern.contains(DestinationConfig.Keyed.KEY)) {
            if (draft.layout().syntax() == PatternSyntax.JSON) {
                document.findings()
                        .add(
                                FindingCode.NOT_SUPPORTED,
                                draft.layout().line(),
                                appender,
                                "${" + name + "} in what is written as JSON is not supported; "
                                        + FindingText.quote(value) + " is written for all values.",
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
