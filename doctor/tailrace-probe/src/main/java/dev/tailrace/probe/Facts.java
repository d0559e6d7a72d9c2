package dev.tailrace.probe;

import dev.tailrace.probe.Session.Stop;
import dev.tailrace.probe.archive.OpenFile;
import dev.tailrace.probe.jvm.LiveException;
import dev.tailrace.probe.jvm.Scratch;
import dev.tailrace.probe.jvm.Target;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Facts that don't change while doctor looks, and cost next to nothing: version, flags, properties, files. Not thread-safe. */
final class Facts {
    private static final Pattern RELEASE = Pattern.compile("(?m)^JDK (?:1\\.)?([0-9]{1,3})");
    /** The target's own code puts them together, and mostly for the first time. */
    private static final double PROPERTIES_SECONDS = 0.15;

    private static final long LARGEST_GC_LOG = 16L << 20;
    private static final int MOST_GC_LOGS = 4;

    private final Session session;
    private final Properties properties = new Properties();
    private String jvm = "";
    private String commandLine = "";
    private int release;
    private boolean hasConfiguration;

    Facts(Session session) {
        this.session = session;
    }

    void ask() throws LiveException {
        String version = session.ask("questions", "VM.version", Stop.BRIEFLY);
        if (version != null) {
            jvm = version.strip().lines().findFirst().orElse("");
            Matcher matcher = RELEASE.matcher(version);
            release = matcher.find() ? Integer.parseInt(matcher.group(1)) : 0;
        }
        String command = session.ask("questions", "VM.command_line", Stop.BRIEFLY);
        if (command != null) {
            commandLine = Secrets.inArguments(command).strip();
        }
        String flags = session.ask("questions", "VM.flags", Stop.BRIEFLY);
        if (flags != null) {
            session.put("jvm/flags.txt", "VM.flags", Secrets.inArguments(flags));
        }
        if (session.spending().left() < PROPERTIES_SECONDS) {
            session.note(
                    "No system properties: they may cost about 150 ms of a processor, and so much may not be spent.");
            return;
        }
        String all = session.ask("questions", "VM.system_properties", Stop.BRIEFLY);
        if (all != null) {
            read(all);
        }
    }

    private void read(String text) {
        try {
            properties.load(new StringReader(text));
        } catch (IOException | IllegalArgumentException e) {
            session.note("The system properties can't be read: " + e.getMessage() + ".");
        }
    }

    /** The system properties, to be kept. */
    Map<String, String> withoutSecrets() {
        Map<String, String> kept = new TreeMap<>();
        for (String key : properties.stringPropertyNames()) {
            String value = properties.getProperty(key, "");
            kept.put(key, Secrets.isSecret(key) ? "***" : Secrets.inArguments(value));
        }
        return kept;
    }

    /** Keeps what is on disk: configurations and logs of the collector. The process does not notice. */
    void keepFiles(Target target, List<OpenFile> files) throws LiveException {
        Path folder = target.proc().link("cwd");
        Path root = Scratch.root(target.proc());
        if (folder != null) {
            Map<String, String> found = Configurations.of(properties, root, folder);
            hasConfiguration = !found.isEmpty();
            int number = 0;
            for (Map.Entry<String, String> entry : found.entrySet()) {
                String name = entry.getKey();
                String last = name.substring(Math.max(name.lastIndexOf('/'), name.lastIndexOf('!')) + 1);
                session.put(String.format(Locale.ROOT, "config/%02d-%s", ++number, last), name, entry.getValue());
            }
        }
        int logs = 0;
        for (OpenFile file : files) {
            Path path = root.resolve(file.path().replaceFirst("^/+", ""));
            if (logs < MOST_GC_LOGS && isGcLog(path)) {
                logs++;
                String entry = "gc/" + path.getFileName();
                try {
                    session.archive().putFile(entry, path, LARGEST_GC_LOG);
                    session.origins().put(entry, file.path());
                } catch (IOException e) {
                    throw Session.notWritable(e);
                }
            }
        }
    }

    private static boolean isGcLog(Path path) {
        try (InputStream in = Files.newInputStream(path)) {
            String head = new String(in.readNBytes(8192), StandardCharsets.ISO_8859_1);
            return Stream.of("[gc", "[GC (", "[Full GC (", "[GC pause").anyMatch(head::contains);
        } catch (IOException e) {
            return false;
        }
    }

    boolean hasConfiguration() {
        return hasConfiguration;
    }

    String commandLine() {
        return commandLine;
    }

    String jvm() {
        return jvm;
    }

    /** The JDK's number, such as 17; 0 when it is not known. */
    int release() {
        return release;
    }

    Properties properties() {
        return properties;
    }
}
