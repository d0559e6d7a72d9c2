package dev.tailrace.slf4j.twin;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads configurations from a text: {@code [name]}, then lines {@code ! note value}, then the configuration. After a line {@code !changed}
 * comes the changed configuration. {@code @NAME = text} before the first configuration defines an abbreviation, written {@code @NAME@}; a
 * line that begins with a number sign is a comment.
 */
final class TwinTexts {
    private final List<Twin> twins = new ArrayList<>();
    private final Map<String, String> abbreviations = new HashMap<>();
    private final Map<String, String> notes = new LinkedHashMap<>();
    private final StringBuilder inside = new StringBuilder();
    private final StringBuilder changed = new StringBuilder();
    private @Nullable String name;
    private boolean isChanged;

    private TwinTexts() {}

    /** The configurations of {@code twins/FOLDER/FILE.txt}, in the order of files, without those that need unsupported features. */
    static List<Twin> read(String folder, String... files) {
        List<Twin> all = new ArrayList<>();
        for (String file : files) {
            TwinTexts texts = new TwinTexts();
            text("/twins/" + folder + "/" + file + ".txt").lines().forEach(texts::line);
            texts.end();
            all.addAll(texts.twins);
        }
        Set<String> supported = Supported.of(folder);
        all.removeIf(twin -> {
            String needed = twin.notes().get("needs");
            return needed != null && !supported.contains(needed);
        });
        return all;
    }

    private static String text(String resource) {
        try (InputStream in = TwinTexts.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("no resource " + resource);
            }
            return new String(in.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void line(String line) {
        if (line.isBlank() || line.startsWith("#")) {
            return;
        }
        if (line.startsWith("[")) {
            end();
            name = line.substring(1, line.length() - 1);
        } else if (name == null) {
            int equals = line.indexOf(" = ");
            abbreviations.put(line.substring(0, equals) + "@", expanded(line.substring(equals + 3)));
        } else if (line.equals("!changed")) {
            isChanged = true;
        } else if (line.startsWith("! ")) {
            String[] words = line.split(" ", 3);
            notes.put(words[1], words[2]);
        } else {
            (isChanged ? changed : inside).append(expanded(line)).append('\n');
        }
    }

    private String expanded(String line) {
        String expanded = line;
        for (Map.Entry<String, String> each : abbreviations.entrySet()) {
            expanded = expanded.replace(each.getKey(), each.getValue());
        }
        return expanded;
    }

    private void end() {
        if (name != null) {
            twins.add(new Twin(name, inside.toString(), changed.toString(), Map.copyOf(notes)));
        }
        inside.setLength(0);
        changed.setLength(0);
        notes.clear();
        isChanged = false;
    }
}
