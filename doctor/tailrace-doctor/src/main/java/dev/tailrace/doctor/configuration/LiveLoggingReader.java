package dev.tailrace.doctor.configuration;

import dev.tailrace.config.ConfigurationReader;
import dev.tailrace.config.model.ParseResult;
import dev.tailrace.config.source.PropertySource;
import dev.tailrace.lint.Judgement;
import dev.tailrace.lint.LoggingSettings;
import dev.tailrace.lint.live.LiveAppenders;
import dev.tailrace.lint.live.LiveHandlers;
import dev.tailrace.lint.live.LiveLog4j;
import dev.tailrace.lint.live.LiveLogback;
import dev.tailrace.lint.live.LiveNode;
import dev.tailrace.lint.live.LiveXml;
import dev.tailrace.lint.remark.Circumstances;
import dev.tailrace.lint.remark.Remark;
import dev.tailrace.probe.evidence.EvidenceBuilder;
import dev.tailrace.probe.evidence.EvidenceReader;
import dev.tailrace.probe.evidence.Input;
import dev.tailrace.probe.evidence.ParseProblem;
import dev.tailrace.probe.evidence.Source;
import dev.tailrace.probe.evidence.TextLines;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reads the logging configuration that doctor's agent found in a process, and judges it as a file with the same would be. Stateless. */
public final class LiveLoggingReader implements EvidenceReader {
    private static final String TITLE = "tailrace-doctor logging ";
    private static final String VERSION = "1";
    private static final int MOST_CONTEXTS = 50;

    @Override
    public boolean mayRead(Input input, byte[] head) {
        return new String(head, 0, Math.min(head.length, 100), StandardCharsets.ISO_8859_1).startsWith(TITLE);
    }

    @Override
    public void read(Input input, EvidenceBuilder to) throws IOException {
        LiveText text;
        try (TextLines lines = TextLines.of(input)) {
            String title = lines.next();
            if (title == null || !title.equals(TITLE + VERSION)) {
                to.add(ParseProblem.all(
                        input.name(), "It was recorded by another version of doctor; read it with that one."));
                return;
            }
            text = LiveText.read(lines);
        }
        int contexts = 0;
        int unread = text.unread();
        int first = text.firstUnread();
        for (LiveNode node : text.top()) {
            Source source = new Source(input.name(), node.line());
            if (node.key().equals("context") && LoggingSettings.isLibrary(node.value()) && contexts++ < MOST_CONTEXTS) {
                to.add(judged(input.name(), node));
            } else if (node.key().equals("cut")) {
                String why = "The agent wrote no more of the logging configuration: it was ";
                to.add(new ParseProblem(source, 0, why + node.value() + "."));
            } else if (node.key().equals("failed")) {
                String why = "The agent could not read the logging configuration: ";
                to.add(new ParseProblem(source, 0, why + node.value() + "."));
            } else {
                unread++;
                first = first == 0 ? node.line() : Math.min(first, node.line());
            }
        }
        if (unread > 0) {
            to.add(new ParseProblem(
                    new Source(input.name(), first), unread, "They are nothing that the agent writes."));
        }
        if (text.top().isEmpty()) {
            to.add(new ParseProblem(new Source(input.name(), 1), 0, "The agent found no logging library at work."));
        }
    }

    private static LoggingConfiguration judged(String name, LiveNode context) throws IOException {
        boolean log4j = context.value().equals(LoggingSettings.LOG4J);
        if (log4j || context.value().equals(LoggingSettings.LOGBACK)) {
            LiveXml xml = log4j ? LiveLog4j.xml(context) : LiveLogback.xml(context);
            Circumstances known = LoggingConfiguration.USUAL.ringEvents(log4j ? LiveLog4j.ring(context) : 0);
            return judged(name, context, xml, known);
        }
        List<Remark> remarks = context.value().equals(LoggingSettings.TAILRACE)
                ? List.of()
                : LiveHandlers.remarks(context, name, LoggingConfiguration.USUAL);
        return new LoggingConfiguration(
                new Source(name, context.line()),
                context.value(),
                words(context),
                LoggingSettings.none(),
                remarks.stream().map(each -> filled(each, context)).toList(),
                List.of());
    }

    private static LoggingConfiguration judged(String name, LiveNode context, LiveXml xml, Circumstances circumstances)
            throws IOException {
        Path copy = Files.createTempFile("tailrace-doctor", ".xml");
        try {
            Files.writeString(copy, xml.text());
            ParseResult parseResult = ConfigurationReader.examine(copy, NOTHING);
            Judgement judgement = Judgement.of(copy, parseResult, NOTHING, circumstances);
            return new LoggingConfiguration(
                    new Source(name, context.line()),
                    context.value(),
                    words(context),
                    LoggingSettings.of(parseResult),
                    judgement.result().remarks().stream()
                            // What Tailrace would make of it is no matter of a process that logs otherwise.
                            .filter(each -> each.code().startsWith("TR5"))
                            .map(each -> filled(each.at(name, xml.lineOf(each.line())), context))
                            .toList(),
                    judgement.outlooks().stream()
                            .map(each -> each.at(name, xml.lineOf(each.line())))
                            .toList());
        } finally {
            Files.deleteIfExists(copy);
        }
    }

    /** The remark with the fill of its queue. */
    private static Remark filled(Remark remark, LiveNode context) {
        if (!remark.code().startsWith("TR501")) {
            return remark;
        }
        LiveAppenders appenders = new LiveAppenders(context);
        List<String> evidence = new ArrayList<>(remark.evidence());
        for (LiveNode each : appenders.all()) {
            if (appenders.name(each).equals(remark.consumer())) {
                each.all("queue").forEach(queue -> evidence.addAll(taken(appenders.name(each), queue)));
            }
        }
        return remark.evidence(evidence.toArray(new String[0]));
    }

    private static List<String> taken(String name, LiveNode queue) {
        return queue.number("places") <= 0
                ? List.of()
                : List.of(String.format(
                        Locale.ROOT,
                        "%s: %,d of %,d places taken",
                        name,
                        queue.number("taken"),
                        queue.number("places")));
    }

    /** The findings of a context, for the list of what was looked at. */
    private static String words(LiveNode context) {
        LiveAppenders appenders = new LiveAppenders(context);
        List<String> queues = new ArrayList<>();
        for (LiveNode ring : context.all("ring")) {
            String strategy = ring.text("waitStrategy");
            taken("the ring of " + ring.value(), ring)
                    .forEach(each -> queues.add(each + " (" + strategy.substring(strategy.lastIndexOf('.') + 1) + ")"));
        }
        for (LiveNode each : appenders.all()) {
            each.all("queue").forEach(queue -> queues.addAll(taken(appenders.name(each), queue)));
        }
        if (appenders.all().isEmpty()) {
            return LoggingSettings.name(context.value()) + " as it was in the process: it writes nowhere";
        }
        List<LiveNode> loggers = context.all("logger");
        String root = loggers.stream()
                .filter(each -> each.value().isEmpty() || each.value().equals("ROOT"))
                .flatMap(each -> appenders.behind(each).stream())
                .map(appenders::name)
                .reduce((a, b) -> a + ", " + b)
                .map(each -> "the root logger writes to " + each)
                .orElse("the root logger has no appender");
        return String.format(
                Locale.ROOT,
                "%s as it was in the process: %,d appender%s, %,d configured logger%s; %s%s",
                LoggingSettings.name(context.value()),
                appenders.all().size(),
                appenders.all().size() == 1 ? "" : "s",
                loggers.size(),
                loggers.size() == 1 ? "" : "s",
                root,
                queues.isEmpty() ? "" : "; " + String.join("; ", queues));
    }

    /** No variables: a process has replaced them. */
    private static final PropertySource NOTHING = new PropertySource() {
        @Override
        public @Nullable String systemProperty(String name) {
            return null;
        }

        @Override
        public @Nullable String environment(String name) {
            return null;
        }

        @Override
        public String hostName() {
            return "";
        }

        @Override
        public String canonicalHostName() {
            return "";
        }
    };
}
