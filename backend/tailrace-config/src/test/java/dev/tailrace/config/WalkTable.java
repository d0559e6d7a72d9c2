package dev.tailrace.config;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What a walk expects to be supported: sections {@code [kind name]} of lines with a word and the rest. An empty line or one that begins
 * with a number sign says nothing.
 */
public final class WalkTable {
    /** One section; of several with the same kind and name each is one. */
    public record Section(String kind, String name, Map<String, String> entries) {}

    private final List<Section> sections = new ArrayList<>();

    public static WalkTable read(String resource) throws IOException {
        WalkTable table = new WalkTable();
        try (InputStream in = WalkTable.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IOException("no resource " + resource);
            }
            new String(in.readAllBytes(), UTF_8).lines().map(String::strip).forEach(table::line);
        }
        return table;
    }

    private void line(String line) {
        if (line.isEmpty() || line.startsWith("#")) {
            return;
        }
        if (line.startsWith("[")) {
            int space = line.indexOf(' ');
            sections.add(new Section(
                    line.substring(1, space), line.substring(space + 1, line.length() - 1), new LinkedHashMap<>()));
            return;
        }
        int space = line.indexOf(' ');
        sections.get(sections.size() - 1)
                .entries()
                .put(
                        space < 0 ? line : line.substring(0, space),
                        space < 0 ? "" : line.substring(space + 1).strip());
    }

    List<Section> all(String kind) {
        return sections.stream().filter(each -> each.kind().equals(kind)).toList();
    }

    public Stream<Section> named(String kind, String name) {
        return sections.stream()
                .filter(each -> each.kind().equals(kind) && each.name().equals(name));
    }
}
