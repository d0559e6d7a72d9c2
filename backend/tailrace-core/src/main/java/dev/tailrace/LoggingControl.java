package dev.tailrace;

import dev.tailrace.config.ConfigurationReader;
import dev.tailrace.config.model.Configuration;
import dev.tailrace.config.source.PropertySource;
import dev.tailrace.config.source.SpringSource;
import dev.tailrace.finding.Finding;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.logging.LoggerTree;
import dev.tailrace.runtime.Engine;
import dev.tailrace.runtime.Lifecycle;
import java.io.ByteArrayInputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * For a framework that configures logging itself: the framework silences the backend until it has read its properties, passes a
 * configuration to the backend, and changes levels at run time. Static, as {@link Tailrace}, because there is one backend in a class
 * loader. Thread-safe.
 *
 * <p>The order of a start: {@link #silence}, {@link #configure}, then levels; {@link #release} when the application ends, after which
 * another application may configure. Logging then continues with the last configuration.
 *
 * <p>Levels that are set here last until the next configuration, or until the configuration is read again because its file has changed
 * ({@code scan="true"}): each configuration sets all levels, as in Logback.
 */
public final class LoggingControl {
    /**
     * A resource of this name on the class path means that a framework will configure the backend: the backend then starts with the first
     * log call, not with the first logger, unless {@link #silence} is called before. The resource's lines, except those that begin with
     * {@code #}, are prefixes of the names of loggers whose calls don't start the backend: the framework's own loggers, which log before
     * the framework configures the backend.
     */
    public static final String DEFERRED_START = Lifecycle.DEFERRED_START;

    private static final String ROOT = "ROOT";

    private static final Lifecycle LIFECYCLE = Logger.LIFECYCLE;

    private LoggingControl() {}

    /** The source of a configuration. */
    public sealed interface Source {
        /** The source's name in findings. */
        String name();

        /**
         * A file. It is watched if its configuration has {@code scan="true"}.
         *
         * @param name what findings call it
         */
        record OfFile(Path file, String name) implements Source {}

        /**
         * A resource. It is watched if it is a file on disk.
         *
         * @param name the resource's name in findings; its extension decides the format if the content doesn't
         */
        record OfUrl(URL url, String name) implements Source {}

        /**
         * Text in the format of a configuration file.
         *
         * @param name what findings call it
         */
        record OfText(String text, String name) implements Source {}
    }

    /** Silences logging until {@link #configure} or {@link #release}; events that are logged until then are dropped. */
    public static void silence() {
        LIFECYCLE.mute();
    }

    /** Whether a configuration from {@link #configure} is in use, since {@link #release}. */
    public static boolean isConfigured() {
        return LIFECYCLE.isGiven();
    }

    /**
     * Reads a configuration and puts it into use; lines that were logged before are written first. Findings that are no errors go to
     * standard error.
     *
     * @param outside where variables, settings and Spring's elements get their values
     * @throws ConfigurationFailedException when the configuration has an error, or one of its files can't be opened; nothing is logged then
     *     until {@link #release}
     */
    public static void configure(Source source, PropertySource outside) throws ConfigurationFailedException {
        // Without the configured memory for lanes, lines are written all the same.
        start(source, outside, finding -> isError(finding) && !finding.code().isOfLanes());
    }

    /**
     * Configures from a framework's own properties. If the log file can't be opened, the application starts all the same, with a finding.
     *
     * @throws ConfigurationFailedException when the configuration has an error; nothing is logged then until {@link #release}
     */
    public static void configureDefaults(Source source, PropertySource outside) throws ConfigurationFailedException {
        start(source, outside, finding -> isError(finding) && finding.code().isOfConfiguration());
    }

    private static void start(Source source, PropertySource outside, Predicate<Finding> refused)
            throws ConfigurationFailedException {
        Configuration configuration = read(source, outside);
        if (configuration.findings().stream().anyMatch(LoggingControl::isError)) {
            LIFECYCLE.mute();
            SpringSource spring = outside.spring();
            List<Finding> found = configuration.findings();
            throw new ConfigurationFailedException(
                    source.name(),
                    spring == null
                            ? found
                            : found.stream().map(spring::located).distinct().toList());
        }
        List<Finding> found = LIFECYCLE.configure(new Lifecycle.Given(configuration, outside));
        if (found.stream().anyMatch(refused)) {
            LIFECYCLE.giveUp();
            throw new ConfigurationFailedException(source.name(), found);
        }
    }

    /**
     * The configuration in use.
     *
     * @param source the name of the configuration; null: the built-in default, because there was no configuration
     * @param destinations the files and consoles that are written to
     * @param findings the first 300 since the start, in their order
     */
    public record InUse(@Nullable String source, List<String> destinations, List<Finding> findings) {}

    /** The configuration in use; null while nothing is logged. */
    public static @Nullable InUse inUse() {
        Engine engine = LIFECYCLE.engine();
        return engine == null
                ? null
                : new InUse(
                        engine.source(),
                        engine.drainers().stream()
                                .map(each -> each.destination().description())
                                .toList(),
                        engine.findings());
    }

    private static boolean isError(Finding finding) {
        return finding.severity() == FindingCode.Severity.ERROR;
    }

    private static Configuration read(Source source, PropertySource outside) {
        if (source instanceof Source.OfFile file) {
            return ConfigurationReader.read(file.file(), file.name(), outside);
        }
        if (source instanceof Source.OfUrl url) {
            return ConfigurationReader.read(url.url(), url.name(), outside);
        }
        Source.OfText text = (Source.OfText) source;
        return ConfigurationReader.read(
                new ByteArrayInputStream(text.text().getBytes(StandardCharsets.UTF_8)), text.name(), outside);
    }

    /**
     * Allows another {@link #configure}, and ends a silence without one: Tailrace then looks for a configuration itself. A configuration
     * that is in use stays in use.
     */
    public static void release() {
        LIFECYCLE.release();
    }

    /**
     * Sets the level of a logger and of the loggers below it that inherit their level.
     *
     * @param name of the logger; null, empty or {@code ROOT}: the root
     * @param level null: inherited from now on; for the root: as configured
     */
    public static void setLevel(@Nullable String name, LoggerState.@Nullable Setting level) {
        LIFECYCLE.ensureStarted();
        Logger.TREE.setLevel(treeName(name), level == null ? null : level.threshold());
        Logger.TREE.levelsChanged();
    }

    /**
     * The levels of a logger; null when neither it nor a logger below it was requested or configured. A null or empty name means the root.
     */
    public static @Nullable LoggerState logger(@Nullable String name) {
        LIFECYCLE.ensureStarted();
        LoggerTree.Levels found = Logger.TREE.stateOf(treeName(name));
        return found == null ? null : LoggerState.of(found);
    }

    /** The levels of all loggers that were requested or configured, and of their ancestors: the root first, then by name. */
    public static List<LoggerState> loggers() {
        LIFECYCLE.ensureStarted();
        return Logger.TREE.states().stream().map(LoggerState::of).toList();
    }

    /**
     * Whether the loggers of java.util.logging get the levels of Tailrace's loggers, and lose their own: after each configuration, each
     * reload and each change at run time. If false, the configuration decides, with a LevelChangePropagator.
     */
    public static void propagateToJul(boolean on) {
        Logger.TREE.propagateToJul(on);
    }

    private static String treeName(@Nullable String name) {
        return name == null || name.equalsIgnoreCase(ROOT) ? "" : name;
    }
}
