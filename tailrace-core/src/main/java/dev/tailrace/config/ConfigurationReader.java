package dev.tailrace.config;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads one configuration file, of Logback's dialect or Log4j 2's. Never throws for what the file contains: everything that is not understood is a {@link Finding} of
 * the result, and a file that can't be read at all gives the default configuration. Thread-safe.
 */
public final class ConfigurationReader {
    private static final Pattern OTHER_FORMATS = Pattern.compile("(?i)log4j2[^/\\\\]*\\.(properties|ya?ml|jsn|json)$");

    private ConfigurationReader() {}

    /** Reads a file. */
    public static Configuration read(Path file, PropertySource outside) {
        return read(file, outside, null);
    }

    /** Reads a file as {@link #read(Path, PropertySource)} does, and tells what it declares, too. */
    public static Examination examine(Path file, PropertySource outside) {
        List<Declared> elements = new ArrayList<>();
        Configuration configuration = read(file, outside, elements);
        return new Examination(configuration, elements);
    }

    private static Configuration read(Path file, PropertySource outside, @Nullable List<Declared> declared) {
        String source = file.toString();
        try (InputStream in = Files.newInputStream(file)) {
            return read(in, source, outside, declared);
        } catch (NoSuchFileException e) {
            return defaults(outside, new Findings(source), FindingCode.FILE_NOT_FOUND, "The file does not exist");
        } catch (IOException e) {
            return defaults(
                    outside,
                    new Findings(source),
                    FindingCode.FILE_NOT_READABLE,
                    "The file can't be read (" + e.getClass().getSimpleName() + ")");
        }
    }

    /**
     * Reads a stream, which stays open.
     *
     * @param sourceName what findings call it
     */
    public static Configuration read(InputStream in, String sourceName, PropertySource outside) {
        return read(in, sourceName, outside, null);
    }

    private static Configuration read(
            InputStream in, String sourceName, PropertySource outside, @Nullable List<Declared> declared) {
        Findings findings = new Findings(sourceName);
        if (OTHER_FORMATS.matcher(sourceName).find()) {
            findings.add(
                    FindingCode.LOG4J_CONFIGURATION,
                    0,
                    "This is a Log4j 2 configuration in another format than XML, which is not read. The default"
                            + " configuration is used: console at DEBUG.");
            return defaults(outside, findings);
        }
        Element root = ElementReader.read(in, findings, "The default configuration is used: console at DEBUG.");
        if (root == null) {
            return defaults(outside, findings);
        }
        if (!root.is("configuration")) {
            findings.add(
                    FindingCode.NOT_A_CONFIGURATION,
                    root.line(),
                    "The outermost element is <" + root.name() + ">, not <configuration>; the default is used:"
                            + " console at DEBUG.");
            return defaults(outside, findings);
        }
        if (Log4jDialect.isIts(root, sourceName)) {
            return Log4jDialect.read(root, sourceName, outside, findings, declared);
        }
        return LogbackDialect.read(root, sourceName, outside, findings, declared);
    }

    /** The default configuration with the reason as its finding. */
    static Configuration defaults(
            PropertySource outside, Findings findings, FindingCode code, @Nullable String problem) {
        findings.add(code, 0, problem + "; the default configuration is used: console at DEBUG.");
        return defaults(outside, findings);
    }

    /** The default configuration. Settings from outside the file hold all the same. */
    static Configuration defaults(PropertySource outside, Findings findings) {
        Settings settings = new SettingsReader(outside, findings).read(Settings.defaults(), Map.of(), 0, null);
        return Configuration.defaults(settings, findings.list());
    }
}
