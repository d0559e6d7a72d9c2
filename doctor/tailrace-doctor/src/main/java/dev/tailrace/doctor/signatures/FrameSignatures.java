package dev.tailrace.doctor.signatures;

import dev.tailrace.probe.evidence.Frame;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The table of all signs, {@code signatures.txt}. Not thread-safe: it keeps what it has looked up. */
public final class FrameSignatures {
    /** A line of the table. */
    record Entry(FrameSignature sign, String type, Set<String> methods) {
        boolean fits(Frame frame) {
            return (methods.contains("*") || methods.contains(frame.method())) && fitsType(frame.type());
        }

        private boolean fitsType(String name) {
            if (type.startsWith("*")) {
                String rest = type.substring(1);
                return rest.endsWith("*") ? name.contains(rest.substring(0, rest.length() - 1)) : name.endsWith(rest);
            }
            int star = type.indexOf('*');
            return star < 0
                    ? name.equals(type)
                    : name.length() >= type.length() - 1
                            && name.startsWith(type.substring(0, star))
                            && name.endsWith(type.substring(star + 1));
        }

        boolean isWhole() {
            return type.indexOf('*') < 0;
        }
    }

    private static final Map<String, String> NAMES = Map.ofEntries(
            Map.entry("logback", "Logback"),
            Map.entry("log4j2", "Log4j 2"),
            Map.entry("log4j1", "Log4j 1"),
            Map.entry("jul", "java.util.logging"),
            Map.entry("jboss", "JBoss LogManager"),
            Map.entry("websphere", "WebSphere's logging"),
            Map.entry("tailrace", "Tailrace"),
            Map.entry("facade", "a logging facade"),
            Map.entry("stdout", "System.out"));

    private final Map<String, List<Entry>> whole = new HashMap<>();
    private final List<Entry> patterns = new ArrayList<>();
    private final Map<Frame, List<FrameSignature>> known = new HashMap<>();

    private FrameSignatures(List<Entry> entries) {
        for (Entry each : entries) {
            if (each.isWhole()) {
                whole.computeIfAbsent(each.type(), unused -> new ArrayList<>()).add(each);
            } else {
                patterns.add(each);
            }
        }
    }

    /** The table. */
    public static FrameSignatures table() {
        return new FrameSignatures(entries());
    }

    static List<Entry> entries() {
        List<Entry> entries = new ArrayList<>();
        try (InputStream in = FrameSignatures.class.getResourceAsStream("signatures.txt")) {
            if (in == null) {
                throw new IllegalStateException("missing in the jar: signatures.txt");
            }
            BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.isBlank() || line.startsWith("#")) {
                    continue;
                }
                String[] words = line.split(" ", -1);
                if (words.length != 4) {
                    throw new IllegalStateException("signatures.txt has a line that is not of four words: " + line);
                }
                entries.add(new Entry(
                        new FrameSignature(Kind.valueOf(words[0]), words[1]),
                        words[2],
                        Set.of(words[3].split(",", -1))));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return entries;
    }

    /** The meanings of a call, the most important first. */
    List<FrameSignature> of(Frame frame) {
        return known.computeIfAbsent(frame, this::find);
    }

    private List<FrameSignature> find(Frame frame) {
        List<FrameSignature> found = new ArrayList<>();
        for (Entry each : whole.getOrDefault(frame.type(), List.of())) {
            if (each.fits(frame)) {
                found.add(each.sign());
            }
        }
        for (Entry each : patterns) {
            if (each.fits(frame)) {
                found.add(each.sign());
            }
        }
        return List.copyOf(found);
    }

    /** The usual name of a library. */
    public static String name(String library) {
        return NAMES.getOrDefault(library, library.isEmpty() ? "" : library.toUpperCase(Locale.ROOT));
    }

    /** Whether the library is one that applications log with. */
    public static boolean isLogging(String library) {
        return NAMES.containsKey(library);
    }
}
