package dev.tailrace.config.log4j;

import dev.tailrace.config.dialect.AppenderFallback;
import dev.tailrace.config.dialect.LimitReader;
import dev.tailrace.config.dialect.OwnSettings;
import dev.tailrace.config.dialect.TargetDraft;
import dev.tailrace.config.log4j.Log4jAppender.Role;
import dev.tailrace.config.model.LayoutConfig;
import dev.tailrace.config.model.LimitConfig;
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
            return new Log4jAppender(name, node.line(), Role.SILENT, CompositeFilter.OPEN, List.of(), ofProcess());
        }
        boolean sends = Log4jTargets.isTarget(node);
        if (!sends
                && !node.is(
                        "Console",
                        "TerminalConsole",
                        "File",
                        "RandomAccessFile",
                        "RollingFile",
                        "RollingRandomAccessFile",
                        "Tailrace",
                        "Async",
                        "Routing")) {
            return unknown(node, name);
        }
        node.accept("ignoreExceptions");
        OwnSettings own = own(node, name);
        CompositeFilter gate = Log4jFilters.read(node, document, name);
        // Kafka's have its settings.
        node.take(node.is("Kafka") ? "" : "Property")
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
        if (sends) {
            TargetDraft.Sent sent = Log4jTargets.read(node, document, name);
            node.finish(name);
            return new Log4jAppender(name, node.line(), sent.destination(), sent.layout(), gate, own);
        }
        LayoutConfig layout = Log4jLayout.of(node, document, name);
        DestinationConfig destinationConfig = node.is("Console", "TerminalConsole")
                ? console(node, name)
                : isPlainFile(node) ? file(node, name) : new Log4jRolling(node, document, name).read();
        node.finish(name);
        return new Log4jAppender(name, node.line(), destinationConfig, layout, gate, own);
    }

    /** One that refers to others hands its events on to them; of a Failover that is the first it would try. */
    private Log4jAppender unknown(Log4jNode node, String name) {
        CompositeFilter gate = Log4jFilters.read(node, document, name);
        List<Log4jAppender.Reference> references = new ArrayList<>(references(node, document, name));
        String primary = node.is("Failover") ? node.value("primary") : null;
        if (primary != null && !primary.isEmpty()) {
            references.add(new Log4jAppender.Reference(primary, node.line(), CompositeFilter.OPEN, Log4jFilters.ALL));
        }
        boolean handsOn = !references.isEmpty();
        document.unknownPlugin(
                node,
                name,
                AppenderFallback.consequence(name, handsOn),
                handsOn
                        ? AppenderFallback.HANDED_ON_REMEDY
                        : "Use Console, File or RollingFile, or remove it and the references to it.");
        return new Log4jAppender(name, node.line(), Role.HANDS_ON, gate, references, ofProcess());
    }

    private OwnSettings ofProcess() {
        return new OwnSettings(document.settings(), false);
    }

    /** The settings of {@code <tailrace>} elements inside. */
    private OwnSettings own(Log4jNode node, String name) {
        OwnSettings read = ofProcess();
        for (Log4jNode own : node.take("tailrace")) {
            read = new OwnSettings(
                    settings(own, document, read.settings(), name),
                    read.whenFullGiven() || own.names().contains("whenFull"));
        }
        return read;
    }

    /** The settings of a {@code <tailrace>} element over {@code before}; {@code name} of the appender it stands in, null: of all. */
    static TailraceSettings settings(
            Log4jNode tailrace, Log4jDocument document, TailraceSettings before, @Nullable String name) {
        TailraceSettings read = document.settingsReader().read(before, tailrace, name);
        List<LimitConfig> limits = new ArrayList<>();
        for (Log4jNode child : tailrace.take("limit")) {
            LimitReader.read(document.findings(), child, name).ifPresent(limits::add);
            child.finish(name);
        }
        tailrace.finish(name);
        return read.withLimits(limits);
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

    /** Tailrace's appender inside Log4j rolls its file if it says how. */
    private static boolean isPlainFile(Log4jNode node) {
        return node.is("File", "RandomAccessFile")
                || (node.is("Tailrace") && node.raw("filePattern") == null && !Log4jRolling.hasPolicies(node));
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
    private Log4jAppender async(Log4jNode node, String name, CompositeFilter gate, OwnSettings own) {
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
        return new Log4jAppender(
                name, node.line(), blocking ? Role.HANDS_ON : Role.HANDS_ON_UNLESS_FULL, gate, references, own);
    }

    /** Reads the appenders of its routes as if they stood beside it. */
    private Log4jAppender routing(Log4jNode node, String name, CompositeFilter gate, OwnSettings own) {
        TailraceSettings before = document.settings();
        document.settings(own.settings());
        Log4jRouting routing = new Log4jRouting(node, document, name, this::appender, appenders);
        List<Log4jAppender.Reference> routes = routing.read();
        document.settings(before);
        node.finish(name);
        return new Log4jAppender(name, node.line(), Role.HANDS_ON, gate, routes, own);
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
