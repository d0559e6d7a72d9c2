package dev.tailrace;

import dev.tailrace.config.ConfigurationReader;
import dev.tailrace.config.model.Configuration;
import dev.tailrace.config.model.Threshold;
import dev.tailrace.config.source.PropertySource;
import dev.tailrace.finding.Finding;
import dev.tailrace.finding.FindingCode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What a framework needs that configures logging itself: it keeps the backend quiet until it knows its properties, hands it a
 * configuration, and changes levels at run time. Static, as {@link Tailrace}: there is one backend in a class loader. Thread-safe.
 *
 * <p>The order of a start: {@link #silence}, {@link #configure}, then levels; {@link #release} when the application ends, after which
 * another one may configure. All goes on being logged as it was configured last.
 *
 * <p>Levels that are set here hold until the next configuration, also one that is read again because its file has changed
 * ({@code scan="true"}): it says anew what all levels are, as in Logback.
 */
public final class LoggingControl {
    /**
     * A resource of this name on the class path says that a framework will configure the backend: it doesn't start with the first logger
     * then, but with the first call of one, if {@link #silence} doesn't come first. Its lines, but for those that begin with {@code #}, are
     * beginnings of the names of loggers whose calls don't start it: those that the framework itself logs to before.
     */
    public static final String DEFERRED_START = "META-INF/tailrace/deferred-start";

    private static final String ROOT = "ROOT";

    private LoggingControl() {}

    /** The lines of {@link #DEFERRED_START}; null: there is none, or it can't be read. */
    static @Nullable List<String> deferral(@Nullable ClassLoader loader) {
        try (InputStream in = loader == null ? null : loader.getResourceAsStream(DEFERRED_START)) {
            return in == null
                    ? null
                    : new String(in.readAllBytes(), StandardCharsets.UTF_8)
                            .lines()
                            .filter(line -> !line.isBlank() && !line.startsWith("#"))
                            .toList();
        } catch (IOException e) {
            return null;
        }
    }

    /** Where a configuration is read from. */
    public sealed interface Source {
        /** What findings call it. */
        String name();

        /**
         * A file, which is watched if it asks for that.
         *
         * @param name what findings call it
         */
        record OfFile(Path file, String name) implements Source {}

        /**
         * A resource; it is watched if it is a file.
         *
         * @param name what findings call it; how it ends says which format it has, if the content doesn't
         */
        record OfUrl(URL url, String name) implements Source {}

        /**
         * A text, in the format of a configuration file.
         *
         * @param name what findings call it
         */
        record OfText(String text, String name) implements Source {}
    }

    /** Has nothing logged until {@link #configure} or {@link #release}; what is logged meanwhile is dropped. */
    public static void silence() {
        Tailrace.mute();
    }

    /** Whether a configuration is in use that {@link #configure} was given, since {@link #release}. */
    public static boolean isConfigured() {
        return Tailrace.isGiven();
    }

    /**
     * Reads a configuration and takes it into use in the place of what was; lines that were logged before are written first. Other findings
     * go to standard error.
     *
     * @param outside where variables, settings and Spring's elements get their values
     * @throws ConfigurationFailedException when it has an error, or a file of it can't be opened; nothing is logged then until
     *     {@link #release}
     */
    public static void configure(Source source, PropertySource outside) throws ConfigurationFailedException {
        // Without the memory for lanes that was wanted, lines are written all the same.
        start(source, outside, finding -> isError(finding) && !finding.code().isOfLanes());
    }

    /**
     * The same for a configuration that a framework has made of its own properties, so that the application starts where its log file can't
     * be opened: that is a finding, too.
     *
     * @throws ConfigurationFailedException when it has an error; nothing is logged then until {@link #release}
     */
    public static void configureDefaults(Source source, PropertySource outside) throws ConfigurationFailedException {
        start(source, outside, finding -> isError(finding) && finding.code().isOfConfiguration());
    }

    private static void start(Source source, PropertySource outside, Predicate<Finding> refused)
            throws ConfigurationFailedException {
        Configuration configuration = read(source, outside);
        if (configuration.findings().stream().anyMatch(LoggingControl::isError)) {
            Tailrace.mute();
            throw new ConfigurationFailedException(source.name(), configuration.findings());
        }
        List<Finding> found = Tailrace.configure(new Tailrace.Given(configuration, outside));
        if (found.stream().anyMatch(refused)) {
            Tailrace.giveUp();
            throw new ConfigurationFailedException(source.name(), found);
        }
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
     * Lets another {@link #configure} follow, and ends a silence without one: what is logged then has the configuration that Tailrace finds
     * by itself. A configuration that is in use stays in use.
     */
    public static void release() {
        Tailrace.release();
    }

    /**
     * Sets the level of a logger and of those below it that inherit.
     *
     * @param name of the logger; null, empty or {@code ROOT}: the root
     * @param level null: inherited from now on; of the root: as it is configured
     */
    public static void setLevel(@Nullable String name, LoggerState.@Nullable Setting level) {
        Tailrace.ensureStarted();
        Tailrace.tree().setLevel(treeName(name), level == null ? null : Threshold.valueOf(level.name()));
        Tailrace.levelsChanged();
    }

    /** The levels of a logger; null when neither it nor one below it was asked for or configured. Null and empty mean the root. */
    public static @Nullable LoggerState logger(@Nullable String name) {
        Tailrace.ensureStarted();
        return Tailrace.tree().stateOf(treeName(name));
    }

    /** The levels of all loggers that were asked for or configured, and of their ancestors: the root first, then by name. */
    public static List<LoggerState> loggers() {
        Tailrace.ensureStarted();
        return Tailrace.tree().states();
    }

    /**
     * Names what is called when levels have changed: after a configuration was taken into use, also one that was read again, and after
     * {@link #setLevel}. One at a time; it must neither throw nor log.
     *
     * @param listener null: none
     */
    public static void onLevels(@Nullable Runnable listener) {
        Tailrace.setLevelListener(listener);
    }

    private static String treeName(@Nullable String name) {
        return name == null || name.equalsIgnoreCase(ROOT) ? "" : name;
    }
}
