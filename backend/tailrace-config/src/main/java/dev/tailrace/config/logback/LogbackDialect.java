package dev.tailrace.config.logback;

import dev.tailrace.config.dialect.ConfigurationInput;
import dev.tailrace.config.dialect.SettingsReader;
import dev.tailrace.config.logback.document.Declarations;
import dev.tailrace.config.logback.document.Document;
import dev.tailrace.config.logback.document.ElementValues;
import dev.tailrace.config.logback.document.UnknownNames;
import dev.tailrace.config.model.ConfigElement;
import dev.tailrace.config.model.Configuration;
import dev.tailrace.config.model.JulLevels;
import dev.tailrace.config.model.Sources;
import dev.tailrace.config.model.TailraceSettings;
import dev.tailrace.config.model.TurboFilterConfig;
import dev.tailrace.config.xml.Element;
import dev.tailrace.config.xml.Findings;
import dev.tailrace.config.xml.Values;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.finding.FindingText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/** Turns the elements of a Logback configuration into a {@link Configuration}: first its properties, then all that uses them. */
public final class LogbackDialect {
    /** Elements of Logback and of its best-known users that are not read yet. */
    private static final Map<String, String> NOT_READ = notRead();

    private final ConfigurationInput input;
    private final Document document;
    private final ElementValues values;
    private final Findings findings;
    private final SettingsReader settingsReader;
    private final LoggersReader loggers;
    private final Map<String, AppenderDraft> appenders = new LinkedHashMap<>();
    private final List<TurboFilterConfig> turboFilters = new ArrayList<>();
    private TailraceSettings settings = TailraceSettings.DEFAULTS;
    private JulLevels julLevels = JulLevels.NONE;

    private LogbackDialect(ConfigurationInput input) {
        this.input = input;
        this.findings = input.findings();
        this.document = new Document(input.outside(), findings, input.sources());
        this.values = document.values();
        this.settingsReader = new SettingsReader(input.outside(), findings);
        this.loggers = new LoggersReader(document);
    }

    /** Reads a configuration in the dialect of Logback. */
    public static Configuration read(Element root, ConfigurationInput input) {
        return new LogbackDialect(input).read(root);
    }

    private Configuration read(Element root) {
        configuration(root);
        values.variables().defineInContext("CONTEXT_NAME", "default");
        List<Element> elements = document.elements(root);
        settings(elements);
        conversions(elements);
        List<ConfigElement> declared = input.declared();
        for (Element child : elements) {
            findings.in(child.file());
            element(child);
            if (declared != null) {
                declared.add(Declarations.of(child, document));
            }
        }
        if (declared != null) {
            declared.addAll(Declarations.ofBranches(document));
        }
        return new References(appenders, document.spring(), findings)
                .resolve(input.source(), settings, loggers, values.variables())
                .with(turboFilters, julLevels);
    }

    private void configuration(Element root) {
        values.onlyAttributes(root, "debug", "scan", "scanPeriod", "packagingData");
        values.noText(root);
        scan(root);
        if (Values.bool(String.valueOf(values.attribute(root, "packagingData"))).orElse(false)) {
            notSupported(root, "packagingData: stack traces name no jars.", "Remove packagingData.");
        }
    }

    /** Reads {@code scan}: as in Logback, anything but false and nothing asks for it, and a period without a unit is in milliseconds. */
    private void scan(Element root) {
        String scan = values.attribute(root, "scan");
        if (scan == null || scan.isEmpty() || scan.equalsIgnoreCase("false")) {
            return;
        }
        if (!input.sources().hasMain()) {
            findings.add(
                    FindingCode.NOT_WATCHED,
                    root.line(),
                    "scan: this configuration is not a file that can change; it is not watched.");
            return;
        }
        String period = values.attribute(root, "scanPeriod");
        long millis = Sources.DEFAULT_PERIOD_MILLIS;
        if (period != null && !period.isEmpty()) {
            OptionalLong given = Values.period(period);
            if (given.isEmpty()) {
                findings.add(
                        FindingCode.BAD_VALUE,
                        root.line(),
                        "scanPeriod is " + FindingText.quote(period)
                                + ", not a time such as \"30 seconds\" or \"2 minutes\"; the files are looked at once a"
                                + " minute.");
            }
            millis = given.orElse(millis);
        }
        input.sources().period(millis);
    }

    private void settings(List<Element> elements) {
        settings = settingsReader.read(settings);
        for (Element child : elements) {
            if (child.is("tailrace")) {
                findings.in(child.file());
                values.noText(child);
                settings = TailraceElement.read(child, values, settingsReader, settings, null);
            }
        }
    }

    /** First of all: an appender may stand before a rule that its pattern needs. */
    private void conversions(List<Element> elements) {
        for (Element child : elements) {
            if (child.is("conversionRule")) {
                findings.in(child.file());
                values.noText(child);
                document.conversions().read(child);
            }
        }
    }

    private void element(Element child) {
        if (child.is("appender")) {
            appender(child);
        } else if (child.is("logger")) {
            loggers.logger(child);
        } else if (child.is("root")) {
            loggers.root(child);
        } else if (child.is("turboFilter")) {
            TurboFilterConfig filter = TurboFilterReader.read(document, child);
            if (filter != null) {
                turboFilters.add(filter);
            }
        } else if (child.is("contextListener")) {
            contextListener(child);
        } else if (child.is("jmxConfigurator")) {
            findings.add(
                    FindingCode.JMX_NOT_USED,
                    child.line(),
                    "<jmxConfigurator> registers no MBean: levels of a running process are set in other ways.");
        } else if (NOT_READ.containsKey(child.name())) {
            notSupported(
                    child,
                    "<" + child.name() + "> is not read yet; what is inside has no effect.",
                    NOT_READ.getOrDefault(child.name(), "Remove it."));
        } else if (!isDone(child)) {
            findings.add(
                    FindingCode.UNKNOWN_ELEMENT,
                    child.line(),
                    "<" + child.name() + "> is not known inside <configuration>; it is ignored.");
        }
    }

    /** No class is loaded from a configuration; what the best-known listener does is done without it. */
    private void contextListener(Element child) {
        String className = values.required(child, "class", "it is ignored.");
        if (className != null && !className.endsWith("LevelChangePropagator")) {
            UnknownNames.reportClass(
                    values,
                    child,
                    null,
                    "it is not started; properties that it defines and what else it does are missing.",
                    "Remove it; define its properties by <property scope=\"context\" .../>, and start what it starts in the"
                            + " application.");
        } else if (className != null) {
            julLevels = JulLevels.FOLLOW;
            document.eachOption(child, option -> {
                if (!option.is("resetJUL")) {
                    UnknownNames.reportOption(values, option, child, null);
                } else if (values.option(option, className).bool(false)) {
                    julLevels = JulLevels.FOLLOW_ALONE;
                }
            });
        }
    }

    /** Read before, or accepted and in need of nothing. */
    private static boolean isDone(Element child) {
        return child.is("tailrace")
                || child.is("conversionRule")
                || child.is("statusListener")
                || child.is("shutdownHook");
    }

    private void appender(Element child) {
        AppenderDraft draft = AppenderReader.read(document, settingsReader, settings, child);
        if (draft == null) {
            return;
        }
        AppenderDraft beside = draft.beside();
        if (beside != null) {
            appenders.put(beside.name(), beside);
        }
        AppenderDraft earlier = appenders.put(draft.name(), draft);
        if (earlier != null) {
            findings.add(
                    FindingCode.APPENDER_DEFINED_TWICE,
                    draft.line(),
                    draft.name(),
                    "The appender " + FindingText.quote(draft.name()) + " was defined in "
                            + findings.place(earlier.file(), earlier.line())
                            + " already; the later one is used, as in Logback.");
        }
    }

    private void notSupported(Element element, String cause, String remedy) {
        findings.add(FindingCode.NOT_SUPPORTED, element.line(), null, cause, remedy);
    }

    /** The remedy for each, whatever case its name is written in. */
    private static Map<String, String> notRead() {
        Map<String, String> remedies = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        remedies.putAll(Map.of(
                "evaluator",
                "Move it into the <filter> that asks it.",
                "insertFromJNDI",
                "Remove it, and define the variable by <property>, by -DNAME=... or in the environment.",
                "receiver",
                "Remove it: events of other processes are not received. Let them log to files of their own.",
                "sequenceNumberGenerator",
                "Remove it, and write %lsn in the place of %sn.",
                "propertiesConfigurator",
                "Write the levels that its file sets as <logger name=\"...\" level=\"...\"/>.",
                "contextProperty",
                "Write it as <property name=\"...\" value=\"...\" scope=\"context\"/>."));
        for (String name : new String[] {"consolePlugin", "serializeModel", "newRule"}) {
            remedies.put(name, "Remove it: nothing else depends on it.");
        }
        return remedies;
    }
}
