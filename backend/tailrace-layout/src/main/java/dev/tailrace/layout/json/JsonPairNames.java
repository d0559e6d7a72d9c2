package dev.tailrace.layout.json;

import dev.tailrace.bytes.TextBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Maps keys of the diagnostic context and of key-value pairs to member names of a structured format of Spring Boot.
 *
 * @param style how names are built
 * @param prefix prefix of each key
 * @param included only these paths are written; empty: all
 * @param excluded paths that are not written
 * @param renamed new names for the last part of paths
 * @param reserved names of other members of the line: a context entry with such a name gets an underscore appended
 * @param thrown such names of lines with a throwable
 * @param marked such names of lines with a marker
 */
record JsonPairNames(
        Style style,
        String prefix,
        Set<String> included,
        Set<String> excluded,
        Map<String, String> renamed,
        Set<String> reserved,
        Set<String> thrown,
        Set<String> marked) {
    /** How a name is built from prefix and key. */
    enum Style {
        /** One member per key, with an underscore after the prefix. */
        FLAT,
        /** Nested objects, split at the dots. */
        NESTED,
        /** One member per key, by GELF's rules: an underscore first, and names with illegal characters left out. */
        GELF
    }

    private static final Pattern GELF_NAME = Pattern.compile("[\\w.\\-]*");
    private static final Pattern DOT = Pattern.compile("\\.");

    boolean nested() {
        return style == Style.NESTED;
    }

    boolean prefixed() {
        return !prefix.isEmpty();
    }

    /** The path to a member. Immutable. */
    static final class Path {
        private static final Path NONE = new Path(new String[0], new byte[0][]);

        /** The parts of the original name. */
        private final String[] parts;
        /** The JSON text before the value, for each part; empty: the member is left out. */
        private final byte[][] openings;

        private Path(String[] parts, byte[][] openings) {
            this.parts = parts;
            this.openings = openings;
        }

        boolean isWritten() {
            return openings.length > 0;
        }

        int depth() {
            return parts.length;
        }

        byte[] opening(int depth) {
            return openings[depth];
        }

        /** Writes the remaining parts, joined with dots, as the name of one member. */
        void openRest(int depth, TextBuffer out) {
            out.append('"');
            int start = out.beginJson();
            for (int i = depth; i < parts.length; i++) {
                if (i > depth) {
                    out.append('.');
                }
                out.append(parts[i]);
            }
            out.endJson(start).append('"').append(':');
        }

        /** Whether the first {@code count} parts are equal. */
        boolean shares(@Nullable Path other, int count) {
            if (other == null || other.parts.length < count || parts.length < count) {
                return false;
            }
            for (int i = 0; i < count; i++) {
                if (!parts[i].equals(other.parts[i])) {
                    return false;
                }
            }
            return true;
        }
    }

    /** The path for a key; {@code isThrown}, {@code isMarked}: of an event with a throwable, with a marker. */
    Path path(String key, boolean isThrown, boolean isMarked) {
        String name = switch (style) {
            case FLAT -> joined(key, "_");
            case NESTED -> joined(key, ".");
            case GELF -> gelf(prefix + key);
        };
        if (name.isEmpty()) {
            return Path.NONE;
        }
        String[] parts = style == Style.NESTED ? DOT.split(name) : new String[] {name};
        byte[][] openings = new byte[parts.length][];
        StringBuilder path = new StringBuilder();
        for (int i = 0; i < parts.length; i++) {
            path.append(i == 0 ? "" : ".").append(parts[i]);
            String way = path.toString();
            if ((!included.isEmpty() && !included.contains(way)) || excluded.contains(way)) {
                return Path.NONE;
            }
            String own = renamed.getOrDefault(way, parts[i]);
            boolean taken =
                    reserved.contains(own) || (isThrown && thrown.contains(own)) || (isMarked && marked.contains(own));
            openings[i] = opening(i == 0 && taken ? own + "_" : own);
        }
        return new Path(parts, openings);
    }

    private String joined(String key, String delimiter) {
        boolean without = prefix.isEmpty() || prefix.endsWith(delimiter) || key.startsWith(delimiter);
        return prefix + (without ? "" : delimiter) + key;
    }

    private static String gelf(String name) {
        if (!GELF_NAME.matcher(name).matches() || name.equals("id") || name.equals("_id")) {
            return "";
        }
        return name.startsWith("_") ? name : "_" + name;
    }

    private static byte[] opening(String name) {
        byte[] quoted = JsonText.quoted(name);
        byte[] opening = Arrays.copyOf(quoted, quoted.length + 1);
        opening[quoted.length] = ':';
        return opening;
    }

    static Style style(String name) {
        return List.of(Style.values()).stream()
                .filter(each -> each.name().equalsIgnoreCase(name))
                .findFirst()
                .orElse(Style.FLAT);
    }
}
