package dev.tailrace.runtime;

import dev.tailrace.bytes.HelperThread;
import dev.tailrace.config.model.AppenderConfig;
import dev.tailrace.config.model.Configuration;
import dev.tailrace.config.model.EventTest;
import dev.tailrace.config.model.FilterConfig;
import dev.tailrace.config.model.TargetConfig;
import dev.tailrace.destination.DestinationConfig;
import dev.tailrace.destination.TargetFigures;
import dev.tailrace.engine.drain.Destination;
import dev.tailrace.engine.log.LogFile;
import dev.tailrace.engine.runtime.OpenDestination;
import dev.tailrace.finding.Finding;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.layout.event.Encoder;
import dev.tailrace.target.TargetProvider;
import dev.tailrace.target.TargetProviders;
import dev.tailrace.target.TargetSender;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The senders of one configuration's targets, by their appenders. For one thread at a time. */
final class Targets {
    /** How long the sender of an appender that was removed goes on. */
    private static final long LEAVE_NANOS = 2_000_000_000L;

    private final Map<String, Running> running = new LinkedHashMap<>();
    /** Appenders that write nothing: nothing is to be sent, or the lines of another appender are. */
    private final Set<String> off = new HashSet<>();

    /** @param line the encoder of its lines, which the sender's own is made of */
    private record Running(TargetConfig target, Path file, Encoder line, Destination destination, TargetSender sender) {
        boolean is(TargetConfig otherTarget, Path otherFile, Encoder otherLine, Destination otherDestination) {
            return target.equals(otherTarget)
                    && file.equals(otherFile)
                    && line.equals(otherLine)
                    && destination.equals(otherDestination);
        }
    }

    /**
     * A configuration without appenders whose targets no module can send to; a finding names each. If no other is left, they write to the
     * console. The directories of the usable ones are made, for this user only.
     */
    static Configuration usable(Configuration configuration, Consumer<Finding> findings) {
        List<AppenderConfig> usable = new ArrayList<>();
        List<AppenderConfig> missing = new ArrayList<>();
        for (AppenderConfig appender : configuration.appenders()) {
            TargetConfig target = appender.layout().target();
            if (target == null) {
                usable.add(appender);
            } else if (TargetProviders.of(target.kind()) == null) {
                missing.add(appender);
            } else {
                makeDirectory(appender.destination());
                usable.add(appender);
            }
        }
        boolean none = usable.isEmpty();
        for (AppenderConfig appender : missing) {
            findings.accept(Finding.of(
                            FindingCode.TARGET_MODULE_MISSING,
                            "No module on the class path can send the log records of the appender " + appender.name()
                                    + (none ? "; they go to the console." : "; it writes nothing."))
                    .at(appender.file() == null ? configuration.source() : appender.file(), appender.line())
                    .about(appender.name()));
            if (none) {
                usable.add(AppenderConfig.console(appender.name(), appender.line(), appender.settings()));
            }
        }
        List<AppenderConfig> linked = linked(usable, configuration.source(), findings);
        return linked.equals(configuration.appenders()) ? configuration : configuration.withAppenders(linked);
    }

    /**
     * The appenders, where a target has the lines of another one: the file of that one gets links, and becomes the target's destination, to
     * which nothing is written for the target. Such targets come last. Where there can be no links, a finding says so, and the target has a
     * row of its own.
     */
    private static List<AppenderConfig> linked(
            List<AppenderConfig> all, @Nullable String configuration, Consumer<Finding> findings) {
        List<AppenderConfig> appenders = new ArrayList<>(all);
        for (AppenderConfig target : all) {
            TargetConfig config = target.layout().target();
            String source = config == null ? null : config.source();
            DestinationConfig.File written = appenders.stream()
                    .filter(each -> each.name().equals(source) && each.destination() instanceof DestinationConfig.File)
                    .map(each -> (DestinationConfig.File) each.destination())
                    .findFirst()
                    .orElse(null);
            if (written == null || !(target.destination() instanceof DestinationConfig.File row)) {
                continue;
            }
            Path links = Path.of(String.valueOf(row.file())).resolveSibling("lines");
            // Several filters before a target make it several appenders.
            boolean again = links.toString().equals(written.options().links());
            String obstacle = again ? "" : obstacle(written, links);
            if (!obstacle.isEmpty()) {
                findings.accept(Finding.of(
                                FindingCode.TARGET_SETTING,
                                "The lines of the source \"" + source + "\" can't be sent from its file: " + obstacle
                                        + ". Its target encodes and writes them once more.")
                        .at(target.file() == null ? configuration : target.file(), target.line())
                        .about(target.name())
                        .remedy("Set directory to one on the log's file system; only one target can have a file."));
                continue;
            }
            appenders.remove(target);
            if (!again) {
                DestinationConfig.File linked = written.with(written.options().withLinks(links.toString()));
                appenders.replaceAll(
                        each -> each.destination().equals(written) ? each.with(linked, each.layout()) : each);
                appenders.add(target.with(linked, target.layout()));
            }
        }
        return appenders;
    }

    /** Why there can be no links to a file; empty: there can. */
    private static String obstacle(DestinationConfig.File written, Path links) {
        if (written.options().links() != null) {
            return "another target has it";
        }
        String name = ".probe-" + UUID.randomUUID();
        Path probe = links.resolveSibling(name);
        Path directory = written.directory().toAbsolutePath();
        Path link = directory.resolve(name);
        try {
            if (!Files.exists(directory)) {
                Files.createDirectories(directory);
            }
            Files.createFile(probe);
            try {
                // Without numbers of files a new one may be taken for an old one, as it can get that one's time.
                Files.getAttribute(probe, "unix:ino");
                Files.createLink(link, probe);
            } finally {
                Files.deleteIfExists(link);
                Files.deleteIfExists(probe);
            }
            return "";
        } catch (IOException | RuntimeException e) {
            String reason = e instanceof FileSystemException f && f.getReason() != null ? f.getReason() : e.toString();
            return "no hard links between " + directory + " and " + links.getParent() + " (" + reason + ")";
        }
    }

    /** A directory that can't be made is reported where the file in it is opened. */
    private static void makeDirectory(DestinationConfig destination) {
        if (destination instanceof DestinationConfig.File file && file.file() != null) {
            Path directory = Path.of(file.file()).toAbsolutePath().getParent();
            try {
                if (directory != null && !Files.exists(directory)) {
                    Path parent = directory.getParent();
                    if (parent != null) {
                        Files.createDirectories(parent);
                    }
                    if (directory.getFileSystem().supportedFileAttributeViews().contains("posix")) {
                        Files.createDirectory(
                                directory,
                                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
                    }
                }
            } catch (IOException e) {
                return;
            }
        }
    }

    /** Makes the senders of a configuration that is {@link #usable}; those of unchanged targets are taken over. */
    static Targets of(
            Configuration configuration,
            Destinations.Plan plan,
            Map<String, Encoder> encoders,
            @Nullable Targets before,
            Reporter reporter) {
        Targets made = new Targets();
        for (AppenderConfig appender : configuration.appenders()) {
            TargetConfig target = appender.layout().target();
            OpenDestination opened = plan.of(appender);
            LogFile written = opened.written();
            boolean linked = target != null
                    && appender.destination() instanceof DestinationConfig.File configured
                    && configured.options().links() != null;
            if (linked) {
                made.off.add(appender.name());
            }
            Path file = written == null ? null : linked ? written.links() : written.active();
            if (target == null || file == null) {
                continue;
            }
            Running known = before == null ? null : before.running.get(appender.name());
            Encoder line = encoders.get(appender.name());
            // An element of a log4j2.xml with several references makes several appenders of one row.
            for (Running other : made.running.values()) {
                known = other.file().equals(file) ? other : known;
            }
            if (known != null
                    && line != null
                    && (made.running.containsValue(known) || known.is(target, file, line, opened.destination()))) {
                made.running.put(appender.name(), known);
                continue;
            }
            TargetProvider provider = TargetProviders.of(target.kind());
            if (provider != null && line != null) {
                TargetSender sender = open(
                        provider,
                        target,
                        appender.name(),
                        file,
                        line,
                        finding -> reporter.reportOf(opened.destination(), finding));
                if (sender == null) {
                    made.off.add(appender.name());
                } else {
                    made.running.put(appender.name(), new Running(target, file, line, opened.destination(), sender));
                }
            }
        }
        return made;
    }

    /** As the provider does; null, with a finding, when classes are missing that it needs. */
    private static @Nullable TargetSender open(
            TargetProvider provider,
            TargetConfig target,
            String appender,
            Path file,
            Encoder line,
            Consumer<Finding> findings) {
        try {
            return provider.open(target, appender, file, line, findings);
        } catch (LinkageError e) {
            findings.accept(Finding.of(
                            FindingCode.TARGET_MODULE_MISSING,
                            "What tailrace-" + target.kind() + " needs is not on the class path (" + e
                                    + "): the appender " + appender + " writes nothing.")
                    .about(appender)
                    .remedy("Add its dependencies to the class path, such as kafka-clients."));
            return null;
        }
    }

    /** Whether an appender writes nothing. */
    boolean isOff(String appender) {
        return off.contains(appender);
    }

    /** The encoder of an appender: of its target's records, else the one of its lines. */
    Encoder encoder(String appender, Map<String, Encoder> lines) {
        Running found = running.get(appender);
        return found == null
                ? Objects.requireNonNull(lines.get(appender))
                : found.sender().encoder();
    }

    /** Each once, however many appenders it has. */
    private Set<Running> distinct() {
        return new LinkedHashSet<>(running.values());
    }

    List<TargetFigures> figures() {
        return distinct().stream().map(each -> each.sender().figures()).toList();
    }

    /** An appender's filters. What Kafka's client logs while it sends isn't sent: each record would make another one. */
    static List<FilterConfig> filters(AppenderConfig appender) {
        TargetConfig target = appender.layout().target();
        if (target == null || !target.kind().equals("kafka")) {
            return appender.filters();
        }
        List<FilterConfig> filters = new ArrayList<>();
        EventTest own =
                new EventTest.OfText(EventTest.Source.LOGGER, EventTest.Comparison.CONTAINS, "org.apache.kafka.");
        filters.add(new FilterConfig.Asking(own, FilterConfig.Reply.DENY, FilterConfig.Reply.NEUTRAL));
        filters.addAll(appender.filters());
        return filters;
    }

    /** Starts the senders that were not taken over. */
    void start(@Nullable Targets before) {
        for (Running each : distinct()) {
            if (before == null || !before.running.containsValue(each)) {
                each.sender().start();
            }
        }
    }

    /** Ends the senders that the next configuration has not taken over. */
    void leave(Targets next) {
        long deadline = System.nanoTime() + LEAVE_NANOS;
        for (Running each : distinct()) {
            if (!next.running.containsValue(each)) {
                each.sender().end(deadline);
            }
        }
    }

    /** Sends what is in the files, of all targets at a time, and ends. */
    void end(long deadline) {
        List<HelperThread> others = new ArrayList<>();
        TargetSender first = null;
        for (Running each : distinct()) {
            if (first == null) {
                first = each.sender();
            } else {
                HelperThread other = HelperThread.of(() -> each.sender().end(deadline), "tailrace-ship-end");
                other.start();
                others.add(other);
            }
        }
        if (first != null) {
            first.end(deadline);
        }
        others.forEach(other -> other.awaitEnd(deadline + LEAVE_NANOS));
    }
}
