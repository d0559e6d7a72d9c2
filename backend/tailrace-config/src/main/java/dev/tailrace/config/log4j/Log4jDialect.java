package dev.tailrace.config.log4j;

import dev.tailrace.config.dialect.ConfigurationInput;
import dev.tailrace.config.dialect.OwnSettings;
import dev.tailrace.config.model.ConfigElement;
import dev.tailrace.config.model.Configuration;
import dev.tailrace.config.model.JulLevels;
import dev.tailrace.config.model.LayoutConfig;
import dev.tailrace.config.model.PatternSyntax;
import dev.tailrace.config.model.Threshold;
import dev.tailrace.config.model.TurboFilterConfig;
import dev.tailrace.config.xml.Element;
import dev.tailrace.config.xml.Findings;
import dev.tailrace.config.xml.Values;
import dev.tailrace.destination.DestinationConfig;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.finding.FindingText;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Turns a Log4j 2 configuration into a {@link Configuration}: first its arbiters and properties, then appenders and loggers. Its patterns
 * stay as they are, in Log4j's language.
 */
public final class Log4jDialect {
    /** What Log4j writes to the console at ERROR when there is no root logger. */
    private static final String DEFAULT_PATTERN =
            "%d{yyyy-MM-dd'T'HH:mm:ss.SSSSSSSSSXXX}{UTC} %t %p %m%n%notEmpty{%ex%n}";

    private static final String DEFAULT_CONSOLE = "DefaultConsole";

    /** Elements that only Log4j has directly inside its configuration. */
    private static final Set<String> OWN_ELEMENTS =
            Set.of("appenders", "loggers", "properties", "customlevels", "scripts");

    private static final Set<String> OWN_ATTRIBUTES =
            Set.of("status", "monitorinterval", "strict", "packages", "shutdownhook", "verbose", "dest", "name");

    private final ConfigurationInput input;
    private final Log4jDocument document;
    private final Findings findings;
    private final Log4jNode root;
    private final Log4jAppenders appenders;
    private final Log4jLoggers loggers;

    private Log4jDialect(Element root, ConfigurationInput input, boolean properties) {
        this.input = input;
        boolean strict = root.attributes().entrySet().stream()
                .anyMatch(each -> each.getKey().equalsIgnoreCase("strict")
                        && each.getValue().strip().equalsIgnoreCase("true"));
        this.findings = input.findings();
        this.document = new Log4jDocument(input.outside(), findings, strict, properties);
        document.variables().location(input.sources().location());
        this.root = Log4jNode.of(root, document);
        this.appenders = new Log4jAppenders(document);
        this.loggers = new Log4jLoggers(document);
    }

    /** Whether this is Log4j's root element and not Logback's, which may be called the same. */
    public static boolean isIts(Element root, String source) {
        String name = source.substring(Math.max(source.lastIndexOf('/'), source.lastIndexOf('\\')) + 1);
        return name.startsWith("log4j2")
                || root.children().stream()
                        .anyMatch(child -> OWN_ELEMENTS.contains(child.name().toLowerCase(Locale.ROOT)))
                || root.attributes().keySet().stream()
                        .anyMatch(each -> OWN_ATTRIBUTES.contains(each.toLowerCase(Locale.ROOT)));
    }

    /** Reads a configuration in the dialect of Log4j 2; the declared element is the root element. */
    public static Configuration read(Element root, ConfigurationInput input) {
        return new Log4jDialect(root, input, false).read();
    }

    /** Reads a configuration written as properties. */
    public static Configuration readProperties(Element root, ConfigurationInput input) {
        return new Log4jDialect(root, input, true).read();
    }

    private Configuration read() {
        root.take("Properties").forEach(this::properties);
        new Log4jArbiters(document).decide(root);
        root.take("Properties").forEach(this::properties);
        List<ConfigElement> declared = input.declared();
        if (declared != null) {
            declared.add(root.declared(document.variables().quietly()));
        }
        configuration();
        settings();
        CompositeFilter gate = Log4jFilters.read(root, document, null);
        root.take("Appenders").forEach(appenders::read);
        List<Log4jNode> all = root.take("Loggers");
        all.forEach(loggers::read);
        rest();
        root.finish(null);
        rootLogger();
        return filtered(gate);
    }

    /** Before the arbiters, which may ask for them, and once more for those that were chosen. */
    private void properties(Log4jNode properties) {
        for (Log4jNode property : properties.take("Property")) {
            String name = property.raw("name");
            String value = property.raw("value");
            String text = property.takeText();
            if (name == null || name.isBlank()) {
                findings.add(
                        FindingCode.MISSING_ATTRIBUTE, property.line(), "<Property> has no \"name\"; it is ignored.");
            } else {
                document.variables().define(name.strip(), value == null ? text : value);
            }
            property.finish(null);
        }
        properties.finish(null);
    }

    private void configuration() {
        // Log4j's own status output and shutdown.
        root.accept(
                "status",
                "verbose",
                "dest",
                "name",
                "strict",
                "schema",
                "shutdownHook",
                "shutdownTimeout",
                "schemaLocation");
        monitorInterval();
        String packages = root.value("packages");
        if (packages != null && !packages.isEmpty()) {
            findings.add(
                    FindingCode.NOT_SUPPORTED,
                    root.line(),
                    null,
                    "packages: no plugin is loaded from " + FindingText.quote(packages) + ".",
                    "Remove packages. The plugins that it is for are findings of their own, where they are used.");
        }
        root.refuse("advertiser", null, "there is no service to advertise the configuration to.");
    }

    /** In seconds; nothing and 0 ask for nothing. */
    private void monitorInterval() {
        String interval = root.value("monitorInterval");
        if (interval == null || interval.isEmpty()) {
            return;
        }
        Integer seconds = Values.integer(interval);
        if (seconds == null) {
            findings.add(
                    FindingCode.BAD_NUMBER,
                    root.line(),
                    "monitorInterval is " + FindingText.quote(interval)
                            + ", not a whole number of seconds; the file is not watched.");
        } else if (seconds > 0 && !input.sources().hasMain()) {
            findings.add(
                    FindingCode.NOT_WATCHED,
                    root.line(),
                    "monitorInterval: this configuration is not a file that can change; it is not watched.");
        } else if (seconds > 0) {
            input.sources().period(seconds * 1_000L);
        }
    }

    private void settings() {
        document.settings(document.settingsReader().read(document.settings()));
        for (Log4jNode own : root.take("tailrace")) {
            document.settings(Log4jAppenders.settings(own, document, document.settings(), null));
        }
    }

    /** Reports elements that are known and not read. */
    private void rest() {
        for (Log4jNode child :
                root.take("CustomLevels", "CustomLevel", "Scripts", "Script", "ScriptFile", "ScriptRef")) {
            findings.add(
                    FindingCode.NOT_SUPPORTED,
                    child.line(),
                    null,
                    "<" + child.type() + "> is not supported: SLF4J has five levels, and nothing is run from a"
                            + " configuration.",
                    child.type().startsWith("Custom")
                            ? "Remove it, and let code that logs at a level of its own use one of the five."
                            : "Remove it.");
        }
        for (Log4jNode child : root.take("include")) {
            findings.add(
                    FindingCode.INCLUDE_NOT_READ,
                    child.line(),
                    null,
                    "XInclude is not read; what it stands for is missing.",
                    "Copy the elements of the file that it names into this one.");
        }
        for (Log4jNode child : root.take("AsyncWaitStrategyFactory", "AsyncQueueFullPolicy", "MonitorResources")) {
            document.unknownPlugin(child, null, "it has no effect.");
        }
    }

    private void rootLogger() {
        if (loggers.drafts().containsKey(Log4jLoggers.ROOT)) {
            return;
        }
        findings.add(
                FindingCode.NO_ROOT_LOGGER,
                root.line(),
                null,
                "There is no root logger; as in Log4j it writes errors to the console.",
                document.isProperties()
                        ? "Add rootLogger.level = info and rootLogger.appenderRef.a.ref = NAME of an appender."
                        : "Add <Root level=\"info\"> with an <AppenderRef ref=\"...\"/> to <Loggers>.");
        appenders
                .appenders()
                .put(
                        DEFAULT_CONSOLE,
                        new Log4jAppender(
                                DEFAULT_CONSOLE,
                                root.line(),
                                new DestinationConfig.Console(false),
                                new LayoutConfig(DEFAULT_PATTERN, 0, PatternSyntax.LOG4J, null),
                                CompositeFilter.OPEN,
                                new OwnSettings(document.settings(), false)));
        loggers.drafts()
                .put(
                        Log4jLoggers.ROOT,
                        new Log4jLoggers.Draft(
                                Log4jLoggers.ROOT,
                                root.line(),
                                Threshold.ERROR,
                                true,
                                CompositeFilter.OPEN,
                                List.of(new Log4jAppender.Reference(DEFAULT_CONSOLE, root.line(), null))));
    }

    /**
     * Filters of the configuration are asked before all loggers: what they accept, those don't have to let pass. Where that is only a
     * matter of levels, the loggers get others, which costs a log call nothing.
     */
    private Configuration filtered(CompositeFilter gate) {
        boolean byLevels = gate.asksForLevelOnly()
                && loggers.drafts().values().stream()
                        .allMatch(draft -> draft.level() == null || level(draft.level(), gate.accepted()) != null);
        FilterChain before = byLevels ? FilterChain.FREE.then(gate.passing()) : FilterChain.FREE;
        if (byLevels) {
            loggers.drafts()
                    .replaceAll((name, draft) ->
                            draft.with(draft.level() == null ? null : level(draft.level(), gate.accepted())));
        }
        Configuration all =
                new Log4jReferences(appenders.appenders(), loggers.drafts(), document).resolve(input.source(), before);
        return byLevels ? all : all.with(List.of(new TurboFilterConfig.OfEvents(gate.filters())), JulLevels.NONE);
    }

    /** The level from which on a logger has to log, where these levels are accepted before it; null when there is none. */
    private static @Nullable Threshold level(Threshold own, int accepted) {
        int levels = Log4jFilters.from(own);
        return levels == (levels | accepted) ? own : Log4jFilters.least(levels | accepted);
    }
}
