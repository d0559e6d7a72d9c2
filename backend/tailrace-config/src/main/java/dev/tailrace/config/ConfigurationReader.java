package dev.tailrace.config;

import dev.tailrace.bytes.Uninterrupted;
import dev.tailrace.config.dialect.ConfigurationInput;
import dev.tailrace.config.dialect.SettingsReader;
import dev.tailrace.config.dialect.TargetSource;
import dev.tailrace.config.log4j.Log4jDialect;
import dev.tailrace.config.log4j.Log4jProperties;
import dev.tailrace.config.logback.LogbackDialect;
import dev.tailrace.config.model.ConfigElement;
import dev.tailrace.config.model.Configuration;
import dev.tailrace.config.model.ParseResult;
import dev.tailrace.config.model.Sources;
import dev.tailrace.config.model.TailraceSettings;
import dev.tailrace.config.source.PropertySource;
import dev.tailrace.config.xml.Element;
import dev.tailrace.config.xml.ElementReader;
import dev.tailrace.config.xml.Findings;
import dev.tailrace.finding.Finding;
import dev.tailrace.finding.FindingCode;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads one configuration file, of Logback's dialect or Log4j 2's, as XML or properties. Never throws for what the file contains:
 * everything that Tailrace doesn't understand is a {@link Finding} of the result, and if a file can't be read at all, the result is the
 * default configuration. Thread-safe.
 */
public final class ConfigurationReader {
    /** The end of a finding of {@link #readAgain} if nothing of the file can be used. */
    public static final String KEPT = "What was read before stays in use.";

    private ConfigurationReader() {}

    /** Reads a file. */
    public static Configuration read(Path file, PropertySource outside) {
        return read(file, file.toString(), outside, null, OnUnreadable.DEFAULT);
    }

    /**
     * Reads a file.
     *
     * @param sourceName what findings call it
     */
    public static Configuration read(Path file, String sourceName, PropertySource outside) {
        return read(file, sourceName, outside, null, OnUnreadable.DEFAULT);
    }

    /**
     * Reads a resource.
     *
     * @param sourceName what findings call it
     */
    public static Configuration read(URL url, String sourceName, PropertySource outside) {
        return read(url, sourceName, outside, (List<ConfigElement>) null);
    }

    private static Configuration read(
            URL url, String sourceName, PropertySource outside, @Nullable List<ConfigElement> declared) {
        Sources sources = new Sources(url);
        try {
            URLConnection connection = url.openConnection();
            // A cached jar would stay open, and could be an old one after a redeployment.
            connection.setUseCaches(false);
            try (InputStream in = connection.getInputStream()) {
                return read(in, sourceName, outside, declared, sources);
            }
        } catch (IOException e) {
            return defaults(
                    outside,
                    new Findings(sourceName),
                    FindingCode.FILE_NOT_READABLE,
                    "The file can't be read (" + e + ")");
        }
    }

    /**
     * Reads the file of a running configuration again. If the file can't be read, the result is a configuration without a source.
     *
     * @param sourceName what findings call it
     */
    public static Configuration readAgain(Path file, String sourceName, PropertySource outside) {
        return read(file, sourceName, outside, null, OnUnreadable.KEPT);
    }

    /** Reads a file as {@link #read(Path, PropertySource)} does, and returns what it declares, too. */
    public static ParseResult examine(Path file, PropertySource outside) {
        List<ConfigElement> elements = new ArrayList<>();
        Configuration configuration = read(file, file.toString(), outside, elements, OnUnreadable.DEFAULT);
        return new ParseResult(configuration, elements);
    }

    /** Reads a resource as {@link #read(URL, String, PropertySource)} does, and returns what it declares, too. */
    public static ParseResult examine(URL url, String sourceName, PropertySource outside) {
        List<ConfigElement> elements = new ArrayList<>();
        return new ParseResult(read(url, sourceName, outside, elements), elements);
    }

    /**
     * Reads elements that were never in a file, of either dialect.
     *
     * @param root the root element
     * @param sourceName what findings call it
     */
    public static Configuration read(Element root, String sourceName, PropertySource outside) {
        return read(root, new ConfigurationInput(sourceName, outside, new Findings(sourceName), null, new Sources((Path)
                null)));
    }

    /** The configuration that is used when a file can't be read. */
    private enum OnUnreadable {
        DEFAULT("The default configuration is used: console at DEBUG."),
        KEPT(ConfigurationReader.KEPT);

        private final String sentence;

        OnUnreadable(String sentence) {
            this.sentence = sentence;
        }
    }

    private static Configuration read(
            Path file,
            String source,
            PropertySource outside,
            @Nullable List<ConfigElement> declared,
            OnUnreadable onUnreadable) {
        ConfigurationInput input =
                new ConfigurationInput(source, outside, new Findings(source), declared, new Sources(file));
        Findings findings = input.findings();
        Configuration read;
        try (InputStream in = Uninterrupted.stream(file)) {
            read = read(in, input, onUnreadable);
        } catch (NoSuchFileException e) {
            findings.add(FindingCode.FILE_NOT_FOUND, 0, "The file does not exist. " + onUnreadable.sentence);
            read = defaults(outside, findings);
        } catch (IOException e) {
            findings.add(
                    FindingCode.FILE_NOT_READABLE,
                    0,
                    "The file can't be read (" + e.getClass().getSimpleName() + "). " + onUnreadable.sentence);
            read = defaults(outside, findings);
        }
        return read.with(input.sources().watch());
    }

    /**
     * Reads a stream, which stays open.
     *
     * @param sourceName what findings call it
     */
    public static Configuration read(InputStream in, String sourceName, PropertySource outside) {
        return read(in, sourceName, outside, null, new Sources((Path) null));
    }

    /** @param sources takes the files that are read besides */
    static Configuration read(InputStream in, String sourceName, PropertySource outside, Sources sources) {
        return read(in, sourceName, outside, null, sources);
    }

    private static Configuration read(
            InputStream in,
            String sourceName,
            PropertySource outside,
            @Nullable List<ConfigElement> declared,
            Sources sources) {
        ConfigurationInput input =
                new ConfigurationInput(sourceName, outside, new Findings(sourceName), declared, sources);
        return read(in, input, OnUnreadable.DEFAULT).with(sources.watch());
    }

    private static Configuration read(InputStream in, ConfigurationInput input, OnUnreadable onUnreadable) {
        Findings findings = input.findings();
        PropertySource outside = input.outside();
        byte[] bytes = ElementReader.bytes(in, findings, onUnreadable.sentence);
        if (bytes == null) {
            return defaults(outside, findings);
        }
        ConfigurationFormat format = ConfigurationFormat.of(bytes, input.source());
        if (!format.isRead()) {
            findings.add(
                    FindingCode.FORMAT_NOT_READ,
                    0,
                    null,
                    "This is " + format.called() + ", which is not read. " + onUnreadable.sentence,
                    remedy(format));
            return defaults(outside, findings);
        }
        if (format == ConfigurationFormat.PROPERTIES) {
            return TargetSource.checked(Log4jDialect.readProperties(
                    Log4jProperties.read(ConfigurationFormat.text(bytes), findings), input));
        }
        Element root = ElementReader.parse(bytes, findings, onUnreadable.sentence);
        if (root == null) {
            return defaults(outside, findings);
        }
        if (!root.is("configuration")) {
            findings.add(
                    FindingCode.NOT_A_CONFIGURATION,
                    root.line(),
                    "The outermost element is <" + root.name() + ">, not <configuration>. " + onUnreadable.sentence);
            return defaults(outside, findings);
        }
        return read(root, input);
    }

    private static Configuration read(Element root, ConfigurationInput input) {
        return TargetSource.checked(
                Log4jDialect.isIts(root, input.source())
                        ? Log4jDialect.read(root, input)
                        : LogbackDialect.read(root, input));
    }

    private static String remedy(ConfigurationFormat format) {
        return switch (format) {
            case YAML, JSON ->
                "Write it as log4j2.xml: each object becomes an element of the same name, in a list one for each entry, and each"
                        + " text an attribute. Or as log4j2.properties.";
            case GROOVY -> "Write it as logback.xml.";
            case LOG4J_1 -> "Write it as log4j2.xml or log4j2.properties, as Log4j's guide to migration says.";
            default -> "Name a logback.xml, log4j2.xml or log4j2.properties.";
        };
    }

    /** The default configuration with the reason as its finding. */
    static Configuration defaults(
            PropertySource outside, Findings findings, FindingCode code, @Nullable String problem) {
        findings.add(code, 0, problem + "; the default configuration is used: console at DEBUG.");
        return defaults(outside, findings);
    }

    /** The default configuration. Settings from outside the file are used. */
    static Configuration defaults(PropertySource outside, Findings findings) {
        TailraceSettings settings = new SettingsReader(outside, findings).read(TailraceSettings.DEFAULTS);
        return Configuration.defaults(settings, findings.list());
    }
}
