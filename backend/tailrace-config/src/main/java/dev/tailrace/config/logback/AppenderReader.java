package dev.tailrace.config.logback;

import dev.tailrace.config.dialect.AppenderFallback;
import dev.tailrace.config.dialect.OwnSettings;
import dev.tailrace.config.dialect.SettingsReader;
import dev.tailrace.config.dialect.TargetDraft;
import dev.tailrace.config.logback.document.Document;
import dev.tailrace.config.logback.document.ElementValues;
import dev.tailrace.config.logback.document.LogbackClasses.Part;
import dev.tailrace.config.logback.document.UnknownNames;
import dev.tailrace.config.model.FilterConfig;
import dev.tailrace.config.model.LayoutConfig;
import dev.tailrace.config.model.TailraceSettings;
import dev.tailrace.config.xml.Element;
import dev.tailrace.config.xml.FileNames;
import dev.tailrace.config.xml.Findings;
import dev.tailrace.destination.DestinationConfig;
import dev.tailrace.destination.Rolling;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.finding.FindingText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reads one {@code <appender>} with all that is inside. */
final class AppenderReader {
    private final Document document;
    private final ElementValues values;
    private final Findings findings;
    private final SettingsReader settingsReader;
    private final Element element;
    private final String name;
    private final Part kind;
    private final PatternReader patterns;
    private final List<FilterConfig> filters = new ArrayList<>();
    private final List<AppenderDraft.Reference> references = new ArrayList<>();
    private TailraceSettings settings;
    private boolean whenFullGiven;
    private boolean neverBlock;
    private int discardingThreshold;
    private boolean standardError;
    private @Nullable String file;
    private boolean append = true;
    private int appendLine;
    private boolean prudent;
    private @Nullable Element rollingPolicy;
    private @Nullable Element triggeringPolicy;
    private boolean triggeredLast;

    private AppenderReader(
            Document document, SettingsReader settingsReader, TailraceSettings settings, Element element, String name) {
        this.document = document;
        this.values = document.values();
        this.findings = values.findings();
        this.settingsReader = settingsReader;
        this.settings = settings;
        this.element = element;
        this.name = name;
        this.kind = values.part(element, Part.UNKNOWN);
        this.patterns = new PatternReader(document, name);
    }

    /** Null when it has no name; a finding says so. */
    static @Nullable AppenderDraft read(
            Document document, SettingsReader settingsReader, TailraceSettings settings, Element element) {
        document.values().onlyAttributes(element, "name", "class");
        String name = document.values().required(element, "name", "the appender can't be referred to and is ignored.");
        return name == null ? null : new AppenderReader(document, settingsReader, settings, element, name).read();
    }

    /** The appender inside of {@code <sift>}, which goes by the name of the one around it. */
    static AppenderDraft readSifted(
            Document document, SettingsReader settingsReader, TailraceSettings settings, Element element, String name) {
        document.values().onlyAttributes(element, "name", "class");
        return new AppenderReader(document, settingsReader, settings, element, name).read();
    }

    private AppenderDraft read() {
        switch (kind) {
            case CONSOLE_APPENDER, FILE_APPENDER, ROLLING_FILE_APPENDER, ASYNC_APPENDER -> {
                values.noText(element);
                document.eachOption(element, this::option);
            }
            case SIFTING_APPENDER -> {
                values.noText(element);
                SiftReader sift = new SiftReader(document, settingsReader, element, name);
                document.eachOption(element, option -> siftOption(option, sift));
                return sifted(sift.read(settings));
            }
            case SHIP_APPENDER,
                    LOGSTASH_TCP_APPENDER,
                    LOGSTASH_UDP_APPENDER,
                    SYSLOG_APPENDER,
                    GELF_TCP_APPENDER,
                    GELF_TLS_APPENDER,
                    GELF_UDP_APPENDER,
                    TELEMETRY_APPENDER,
                    LOKI_APPENDER,
                    KAFKA_APPENDER -> {
                values.noText(element);
                TargetReader target = new TargetReader(document, element, kind, name, patterns);
                document.eachOption(element, option -> targetOption(option, target));
                TargetDraft.Sent sent = target.read();
                return draft(sent.destination(), sent.layout());
            }
            case NOP_APPENDER -> {
                // Nothing inside can matter.
            }
            default -> {
                document.eachOption(element, this::unknownsOption);
                String consequence = AppenderFallback.consequence(name, !references.isEmpty());
                if (references.isEmpty()) {
                    UnknownNames.reportClass(values, element, name, consequence);
                } else {
                    UnknownNames.reportClass(values, element, name, consequence, AppenderFallback.HANDED_ON_REMEDY);
                }
                return draft(null, "", 0);
            }
        }
        DestinationConfig destinationConfig = target();
        return destinationConfig == null
                ? draft(null, "", 0)
                : draft(destinationConfig, patterns.pattern(element.line()), patterns.line());
    }

    private void siftOption(Element option, SiftReader sift) {
        boolean known = option.is("tailrace") ? tailrace(option) : commonOption(option) || sift.option(option);
        if (!known) {
            UnknownNames.reportOption(values, option, element, name);
        }
    }

    private void targetOption(Element option, TargetReader target) {
        boolean known = option.is("tailrace") ? tailrace(option) : commonOption(option) || target.option(option);
        if (!known) {
            UnknownNames.reportOption(values, option, element, name);
        }
    }

    /** The appender inside under the name of this one, which asks its filters first. */
    private AppenderDraft sifted(@Nullable AppenderDraft inside) {
        if (inside == null) {
            return draft(null, "", 0);
        }
        settings = inside.settings();
        whenFullGiven |= inside.own().whenFullGiven();
        AppenderDraft beside = inside.beside();
        AppenderDraft own = of(inside, name);
        return beside == null ? own : own.with(of(beside, beside.name()));
    }

    /** The appender inside, with the filters of this one in front, except the one that selects its values. */
    private AppenderDraft of(AppenderDraft inside, String called) {
        List<FilterConfig> all = new ArrayList<>();
        inside.filters().stream()
                .filter(FilterConfig.ContextFilter.class::isInstance)
                .forEach(all::add);
        all.addAll(filters);
        inside.filters().stream()
                .filter(each -> !(each instanceof FilterConfig.ContextFilter))
                .forEach(all::add);
        return new AppenderDraft(
                called,
                element.file(),
                element.line(),
                kind,
                inside.target(),
                inside.layout(),
                List.copyOf(all),
                references,
                new OwnSettings(asyncSettings(settings), whenFullGiven),
                null);
    }

    private AppenderDraft draft(@Nullable DestinationConfig destinationConfig, String pattern, int patternLine) {
        return draft(destinationConfig, new LayoutConfig(pattern, patternLine, patterns.syntax(), patterns.charset()));
    }

    private AppenderDraft draft(@Nullable DestinationConfig destinationConfig, LayoutConfig layout) {
        return new AppenderDraft(
                name,
                element.file(),
                element.line(),
                kind,
                destinationConfig,
                layout,
                filters,
                references,
                new OwnSettings(asyncSettings(settings), whenFullGiven),
                null);
    }

    private void option(Element option) {
        boolean known = option.is("appender-ref")
                ? reference(option)
                : option.is("tailrace") ? tailrace(option) : commonOption(option) || ownOption(option);
        if (!known) {
            UnknownNames.reportOption(values, option, element, name);
        }
    }

    /** Reads of an unknown class only the appenders that it hands events to. */
    private void unknownsOption(Element option) {
        if (option.is("appender-ref")) {
            reference(option);
        } else if (option.optionName().equals("filter") && wraps()) {
            commonOption(option);
        }
    }

    private boolean wraps() {
        return element.children().stream().anyMatch(child -> child.is("appender-ref"));
    }

    private boolean reference(Element option) {
        if (kind != Part.ASYNC_APPENDER && kind != Part.UNKNOWN) {
            return false;
        }
        values.onlyAttributes(option, "ref");
        String target = values.required(option, "ref", "the reference is ignored.");
        if (target != null) {
            references.add(new AppenderDraft.Reference(target, option.file(), option.line()));
        }
        return true;
    }

    private boolean tailrace(Element option) {
        settings = TailraceElement.read(option, values, settingsReader, settings, name);
        whenFullGiven |= option.attributes().containsKey("whenFull");
        return true;
    }

    private boolean commonOption(Element option) {
        switch (option.optionName()) {
            case "filter" -> {
                FilterConfig filter = FilterReader.read(document, option, name);
                if (filter != null) {
                    filters.add(filter);
                }
            }
            case "name" -> {
                // The attribute decides.
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private boolean ownOption(Element option) {
        return kind == Part.ASYNC_APPENDER
                ? asyncOption(option)
                : outputOption(option) || (kind == Part.CONSOLE_APPENDER ? consoleOption(option) : fileOption(option));
    }

    /**
     * Every appender is asynchronous here, and none has a queue of its own; what is left to say is what happens when all memory and disk
     * for waiting lines is used up.
     */
    private boolean asyncOption(Element option) {
        switch (option.optionName()) {
            case "neverBlock" -> neverBlock = values.option(option, name).bool(false);
            case "discardingThreshold" ->
                discardingThreshold = values.option(option, name).integer(Integer.MIN_VALUE, Integer.MAX_VALUE, 0);
            case "queueSize", "includeCallerData", "maxFlushTime" -> {
                // What waits is bounded by the memory and the spill of the process, which count bytes.
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    /** Translates {@code neverBlock} and {@code discardingThreshold} into Tailrace's settings. */
    private TailraceSettings asyncSettings(TailraceSettings own) {
        String whenFull = neverBlock ? "drop" : discardingThreshold > 0 ? "drop-below WARN" : "";
        return whenFull.isEmpty() || whenFullGiven ? own : settingsReader.whenFull(own, whenFull, element.line(), name);
    }

    private boolean outputOption(Element option) {
        switch (option.optionName()) {
            case "encoder" -> patterns.encoder(option);
            case "layout" -> patterns.layout(option);
            case "immediateFlush" -> {
                // The drainer writes in batches and never waits long.
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private boolean consoleOption(Element option) {
        switch (option.optionName()) {
            case "target" -> {
                String target = values.text(option);
                standardError = target.toLowerCase(Locale.ROOT).equals("system.err");
                if (!standardError && !target.equalsIgnoreCase("System.out")) {
                    findings.add(
                            FindingCode.BAD_VALUE,
                            option.line(),
                            name,
                            "<target> is " + FindingText.quote(target)
                                    + ", neither System.out nor System.err; System.out is used.");
                }
            }
            case "withJansi" -> {
                // Terminals understand colours by themselves.
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private boolean fileOption(Element option) {
        switch (option.optionName()) {
            case "file" -> file = values.text(option);
            case "append" -> {
                append = values.option(option, name).bool(true);
                appendLine = option.line();
            }
            case "prudent" -> prudent = values.option(option, name).bool(false);
            case "bufferSize" -> {
                // Batches take the place of a buffer.
            }
            case "rollingPolicy" -> {
                rollingPolicy = option;
                return kind == Part.ROLLING_FILE_APPENDER;
            }
            case "triggeringPolicy" -> {
                triggeringPolicy = option;
                triggeredLast = rollingPolicy != null;
                return kind == Part.ROLLING_FILE_APPENDER;
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private @Nullable DestinationConfig target() {
        return switch (kind) {
            case CONSOLE_APPENDER -> new DestinationConfig.Console(standardError);
            case FILE_APPENDER -> {
                // Prudent means that others write the file too: it is never emptied.
                boolean keep = append || prudent;
                yield usable(new DestinationConfig.File(usableFile(), keep, null));
            }
            case ROLLING_FILE_APPENDER -> usable(rollingFile());
            default -> null;
        };
    }

    private DestinationConfig.File rollingFile() {
        if (!append && rollingPolicy != null) {
            findings.add(
                    FindingCode.APPEND_REQUIRED,
                    appendLine,
                    name,
                    "append is false, but a rolling file is always appended to, as in Logback.");
        }
        DestinationConfig.File target = new RollingReader(document, name, usableFile(), element.line())
                .read(rollingPolicy, triggeringPolicy, triggeredLast, append);
        // Logback's prudent mode names the active file by the pattern, whatever <file> says.
        return prudent && target.rolling() instanceof Rolling.TimeBased
                ? new DestinationConfig.File(null, true, target.rolling(), target.options())
                : target;
    }

    private @Nullable String usableFile() {
        if (file != null && !file.isEmpty() && !FileNames.isPath(file)) {
            findings.add(
                    FindingCode.NO_FILE,
                    element.line(),
                    name,
                    "The file " + FindingText.quote(file) + " can't exist on this system.");
            return null;
        }
        return file == null || file.isEmpty() ? null : file;
    }

    /** A file that has no name at all is replaced by the console. */
    private DestinationConfig usable(DestinationConfig.File target) {
        if (target.file() != null || target.rolling() instanceof Rolling.TimeBased) {
            return target;
        }
        findings.add(
                FindingCode.NO_FILE,
                element.line(),
                name,
                "The appender " + FindingText.quote(name) + " has no usable <file>; its events go to the console.");
        return new DestinationConfig.Console(false);
    }
}
