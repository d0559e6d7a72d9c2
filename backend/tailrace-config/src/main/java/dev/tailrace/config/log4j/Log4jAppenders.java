package dev.tailrace.config.log4j;

import dev.tailrace.config.dialect.LimitReader;
import dev.tailrace.config.logback.document.Document;
import dev.tailrace.config.model.LayoutConfig;
import dev.tailrace.config.model.LimitConfig;
import dev.tailrace.config.model.PatternSyntax;
import dev.tailrace.config.model.TailraceSettings;
import dev.tailrace.config.model.Threshold;
import dev.tailrace.config.xml.Findings;
import dev.tailrace.destination.DestinationConfig;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.finding.FindingText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads {@code <Appenders>} of a Log4j 2 configuration. */
final class Log4jAppenders {
    /** For an appender that writes nowhere itself. */
    private static final LayoutConfig NONE = new LayoutConfig("", 0, PatternSyntax.LOG4J, null);

    private final Log4jDocument document;
    private final Findings findings;
    private final Map<String, Log4jAppender> appenders = new LinkedHashMap<>();

    Log4jAppenders(Log4jDocument document) {
        this.document = document;
        this.findings = document.findings();
    }

    Map<String, Log4jAppender> appenders() {
        return appenders;
    }

    void read(Log4jNode all) {
        for (Log4jNode node : all.children()) {
            node.take();
            String name = node.required("name", "the appender can't be referred to and is ignored.");
            if (name == null) {
                continue;
            }
            Log4jAppender read = appender(node, name);
            Log4jAppender earlier = appenders.put(name, read);
            if (earlier != null) {
                findings.add(
                        FindingCode.APPENDER_DEFINED_TWICE,
                        node.line(),
                        name,
                        "The appender " + FindingText.quote(name) + " was defined in line " + earlier.line()
                                + " already; the later one is used, as in Log4j.");
            }
        }
        all.finish(null);
    }

    private Log4jAppender appender(Log4jNode node, String name) {
        if (node.is("Null")) {
            return draft(node, name, null, NONE, CompositeFilter.OPEN, null, true, true, document.settings(), false);
        }
        if (!node.is(
                "Console",
                "TerminalConsole",
                "File",
                "RandomAccessFile",
                "RollingFile",
                "RollingRandomAccessFile",
                "Async",
                "Routing")) {
            return unknown(node, name);
        }
        node.accept("ignoreExceptions");
        Own own = own(node, name);
        CompositeFilter gate = Log4jFilters.read(node, document, name);
        node.take("Property")
                .forEach(property -> findings.add(
                        FindingCode.NOT_SUPPORTED,
                        property.line(),
                        name,
                        "Properties of an appender are not supported; this one is ignored.",
                        "Remove it."));
        if (node.is("Async")) {
            return async(node, name, gate, own);
        }
        if (node.is("Routing")) {
            return routing(node, name, gate, own);
        }
        LayoutConfig layout = Log4jLayout.of(node, document, name);
        DestinationConfig destinationConfig = node.is("Console", "TerminalConsole")
                ? console(node, name)
                : node.is("File", "RandomAccessFile")
                        ? file(node, name)
                        : new Log4jRolling(node, document, name).read();
        node.finish(name);
        return draft(node, name, destinationConfig, layout, gate, null, true, false, own.settings, own.whenFullGiven);
    }

    /** One that refers to others hands its events on to them; of a Failover that is the first it would try. */
    private Log4jAppender unknown(Log4jNode node, String name) {
        CompositeFilter gate = Log4jFilters.read(node, document, name);
        List<Log4jAppender.Reference> references = new ArrayList<>(references(node, document, name));
        String primary = node.is("Failover") ? node.value("primary") : null;
        if (primary != null && !primary.isEmpty()) {
            references.add(new Log4jAppender.Reference(primary, node.line(), CompositeFilter.OPEN, Log4jFilters.ALL));
        }
        document.unknownPlugin(
                node,
                name,
                "the appender " + FindingText.quote(name)
                        + (references.isEmpty()
                                ? " writes nothing."
                                : " hands its events on as they are to those that it refers to."),
                references.isEmpty()
                        ? "Use Console, File or RollingFile, or remove it and the references to it."
                        : Document.HANDED_ON_REMEDY);
        boolean hands = !references.isEmpty();
        return draft(
                node,
                name,
                null,
                NONE,
                hands ? gate : CompositeFilter.OPEN,
                hands ? references : null,
                true,
                false,
                document.settings(),
                false);
    }

    private static Log4jAppender draft(
            Log4jNode node,
            String name,
            @Nullable DestinationConfig destinationConfig,
            LayoutConfig layout,
            CompositeFilter gate,
            @Nullable List<Log4jAppender.Reference> references,
            boolean blocking,
            boolean silent,
            TailraceSettings settings,
            boolean whenFullGiven) {
        return new Log4jAppender(
                name,
                node.line(),
                destinationConfig,
                layout,
                gate,
                references,
                blocking,
                silent,
                settings,
                whenFullGiven);
    }

    /** What a {@code <tailrace>} element inside says. */
    private record Own(TailraceSettings settings, boolean whenFullGiven) {}

    private Own own(Log4jNode node, String name) {
        TailraceSettings settings = document.settings();
        boolean whenFull = false;
        for (Log4jNode own : node.take("tailrace")) {
            Map<String, String> values = settings(own);
            settings = document.settingsReader()
                    .read(settings, values, own.line(), name)
                    .withLimits(limits(own, document, name));
            own.finish(name);
            whenFull |= values.containsKey("whenFull");
        }
        return new Own(settings, whenFull);
    }

    /** The attributes of a {@code <tailrace>} element, which are written as in the documentation. */
    static Map<String, String> settings(Log4jNode node) {
        Map<String, String> values = new LinkedHashMap<>();
        for (String attribute : node.attributeNames()) {
            values.put(attribute, String.valueOf(node.value(attribute)));
        }
        return values;
    }

    /** The limits of a {@code <tailrace>} element; {@code name} of the appender it stands in, null: of all. */
    static List<LimitConfig> limits(Log4jNode node, Log4jDocument document, @Nullable String name) {
        List<LimitConfig> limits = new ArrayList<>();
        for (Log4jNode child : node.take("limit")) {
            Map<String, String> values = new LinkedHashMap<>();
            for (String attribute : LimitReader.NAMES) {
                String value = child.value(attribute);
                if (value != null) {
                    values.put(attribute, value);
                }
            }
            child.finish(name);
            LimitConfig limit = LimitReader.read(document.findings(), values, child.line(), name);
            if (limit != null) {
                limits.add(limit);
            }
        }
        return limits;
    }

    private DestinationConfig console(Log4jNode node, String name) {
        // Lines always go to the stream that is set at the moment, which is what follow asks for.
        node.accept("follow", "immediateFlush", "bufferedIo", "bufferSize");
        node.refuse("direct", name, "lines go to the stream that System.out or System.err is at the moment.");
        String target = node.value("target");
        String word = target == null ? "" : target.toUpperCase(Locale.ROOT);
        boolean standardError = word.equals("SYSTEM_ERR");
        if (!word.isEmpty() && !standardError && !word.equals("SYSTEM_OUT")) {
            findings.add(
                    FindingCode.BAD_VALUE,
                    node.line("target"),
                    name,
                    "target is " + FindingText.quote(word)
                            + ", neither SYSTEM_OUT nor SYSTEM_ERR; SYSTEM_OUT is used.");
        }
        return new DestinationConfig.Console(standardError);
    }

    private DestinationConfig file(Log4jNode node, String name) {
        String file = Log4jRolling.fileName(node, document, name);
        Log4jRolling.commonFileOptions(node, name);
        boolean append = node.bool("append", true, name);
        if (file == null) {
            findings.add(
                    FindingCode.NO_FILE,
                    node.line(),
                    name,
                    "The appender " + FindingText.quote(name)
                            + " has no usable fileName; its events go to the console.",
                    "Add fileName=\"path/name.log\".");
            return new DestinationConfig.Console(false);
        }
        return new DestinationConfig.File(file, append, null);
    }

    /** Every appender is asynchronous here, and none has a queue of its own. */
    private Log4jAppender async(Log4jNode node, String name, CompositeFilter gate, Own own) {
        node.accept("bufferSize", "includeLocation", "shutdownTimeout");
        node.take("ArrayBlockingQueue", "DisruptorBlockingQueue", "JCToolsBlockingQueue", "LinkedTransferQueue");
        node.refuse("errorRef", name, "an event that can't be appended isn't sent to another appender.");
        node.refuse("error-ref", name, "an event that can't be appended isn't sent to another appender.");
        boolean blocking = node.bool("blocking", true, name);
        List<Log4jAppender.Reference> references = references(node, document, name);
        node.finish(name);
        if (references.isEmpty()) {
            findings.add(
                    FindingCode.ASYNC_WITHOUT_TARGET,
                    node.line(),
                    name,
                    "The asynchronous appender " + FindingText.quote(name)
                            + " refers to no appender; it writes nothing.");
        }
        return draft(node, name, null, NONE, gate, references, blocking, false, own.settings, own.whenFullGiven);
    }

    /** What its routes lead to is read as if it stood beside it. */
    private Log4jAppender routing(Log4jNode node, String name, CompositeFilter gate, Own own) {
        TailraceSettings before = document.settings();
        document.settings(own.settings);
        Log4jRouting routing = new Log4jRouting(node, document, name, this::appender, appenders);
        List<Log4jAppender.Reference> routes = routing.read();
        document.settings(before);
        node.finish(name);
        return draft(node, name, null, NONE, gate, routes, true, false, own.settings, own.whenFullGiven);
    }

    /** The {@code <AppenderRef>} elements inside, each with its level and filters. */
    static List<Log4jAppender.Reference> references(Log4jNode owner, Log4jDocument document, String consumer) {
        List<Log4jAppender.Reference> references = new ArrayList<>();
        for (Log4jNode node : owner.take("AppenderRef", "appender-ref")) {
            String ref = node.required("ref", "the reference is ignored.");
            CompositeFilter gate = Log4jFilters.read(node, document, consumer);
            int passing = Log4jFilters.ALL;
            String word = node.value("level");
            if (word != null && !word.isEmpty()) {
                Threshold level = document.level(word, node.line("level"), consumer, "all levels pass.");
                passing = level == null ? Log4jFilters.ALL : Log4jFilters.from(level);
            }
            node.finish(consumer);
            if (ref != null) {
                references.add(new Log4jAppender.Reference(ref, node.line(), gate, passing));
            }
        }
        return references;
    }
}
