package dev.tailrace.config.document;

import dev.tailrace.config.model.FileStamp;
import dev.tailrace.config.source.PropertySource;
import dev.tailrace.config.source.SpringSource;
import dev.tailrace.config.source.StructuredSettings;
import dev.tailrace.config.xml.ExpressionText.ProblemException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What Spring Boot's environment would say, as far as that can be known without it: of the program's arguments, system properties, the
 * environment and {@code application.properties} on the class path, the first that knows a name. Not thread-safe.
 */
public final class SpringSettings {
    /** Where Spring's settings are looked for without it. */
    public static final String SOURCES =
            "a program argument, a system property, the environment, application.properties on the class path";

    private static final String ACTIVE = "spring.profiles.active";
    private static final String ON_PROFILE = "spring.config.activate.on-profile";
    private static final String DEFAULT = "default";
    private static final int DEEPEST = 10;
    private static final int LONGEST = 100_000;
    private static final int MOST_REPLACED = 10_000;

    /** A value, and where it is from. */
    public record Value(String text, String place) {}

    /**
     * Spring's profiles.
     *
     * @param names those that are active
     * @param place where they are from; null: nothing says anything, and Spring's own default is active
     */
    public record Profiles(Set<String> names, @Nullable String place) {}

    /**
     * A file of properties, or the part of one that holds for some profiles only.
     *
     * @param values by {@link #uniform} names
     * @param given by the names that stand there
     */
    private record Part(String file, Map<String, String> values, Map<String, String> given) {}

    private final PropertySource outside;
    private final @Nullable SpringSource environment;
    /** The later comes first. */
    private final List<Part> parts = new ArrayList<>();

    private @Nullable Profiles profiles;
    /** Variables that were replaced; values that refer to each other again and again must come to an end. */
    private int replaced;

    public SpringSettings(PropertySource outside) {
        this.outside = outside;
        this.environment = outside.spring();
    }

    /** What the structured formats get. */
    public StructuredSettings structured() {
        SpringSource asked = environment;
        return asked == null ? StructuredProperties.read(this) : asked.structured();
    }

    /** Whether Spring itself is asked, so that nothing has to be assumed. */
    public boolean isAsked() {
        return environment != null;
    }

    /**
     * Whether one of the profile expressions holds.
     *
     * @throws ProblemException when one isn't understood; never when Spring itself is asked
     */
    public boolean accepts(String expressions) throws ProblemException {
        SpringSource asked = environment;
        if (asked != null) {
            return asked.acceptsProfiles(
                    Arrays.stream(expressions.split(",", -1)).map(String::strip).toArray(String[]::new));
        }
        boolean active = false;
        for (String expression : expressions.split(",", -1)) {
            active |= ProfileExpression.holds(expression.strip(), profiles().names());
        }
        return active;
    }

    /** The properties whose names begin so, with a dot behind, by the rest of their names. */
    Map<String, String> under(String prefix) {
        profiles();
        Map<String, String> found = new LinkedHashMap<>();
        String start = prefix + ".";
        for (int i = parts.size() - 1; i >= 0; i--) {
            parts.get(i).given.forEach((name, value) -> take(name, value, start, found));
        }
        for (String name : new TreeSet<>(outside.systemPropertyNames())) {
            take(name, outside.systemProperty(name), start, found);
        }
        for (String word : arguments()) {
            int equals = word.indexOf('=');
            if (equals > 0) {
                take(word.substring(0, equals), word.substring(equals + 1), start, found);
            }
        }
        return found;
    }

    private void take(String name, @Nullable String value, String start, Map<String, String> into) {
        if (value != null && name.length() > start.length() && uniform(name).startsWith(uniform(start))) {
            int dots = start.length() - start.replace(".", "").length();
            int at = -1;
            for (int i = 0; i < dots; i++) {
                at = name.indexOf('.', at + 1);
            }
            into.put(name.substring(at + 1), value.contains("${") ? resolved(value, 0) : value);
        }
    }

    public Profiles profiles() {
        Profiles known = profiles;
        if (known == null) {
            List<Part> all = read("application.properties");
            all.stream()
                    .filter(part -> !part.values.containsKey(uniform(ON_PROFILE)))
                    .forEach(part -> parts.add(0, part));
            known = findProfiles();
            for (Part part : all) {
                if (holds(part, known.names)) {
                    parts.add(0, part);
                }
            }
            for (String name : known.names) {
                for (Part part : read("application-" + name + ".properties")) {
                    if (!part.values.containsKey(uniform(ON_PROFILE)) || holds(part, known.names)) {
                        parts.add(0, part);
                    }
                }
            }
            profiles = known;
        }
        return known;
    }

    private Profiles findProfiles() {
        Value active = find(ACTIVE, 0);
        Value included = find("spring.profiles.include", 0);
        Set<String> names = new LinkedHashSet<>();
        add(included, names, 0);
        add(active, names, 0);
        if (active == null && names.isEmpty()) {
            Value byDefault = find("spring.profiles.default", 0);
            add(byDefault, names, 0);
            return byDefault == null ? new Profiles(Set.of(DEFAULT), null) : new Profiles(names, byDefault.place);
        }
        Value from = active == null ? included : active;
        return new Profiles(names, from == null ? null : from.place);
    }

    /** With the members of groups. */
    private void add(@Nullable Value list, Set<String> names, int depth) {
        if (list == null || depth > DEEPEST) {
            return;
        }
        for (String name : list.text.split(",", -1)) {
            if (!name.isBlank() && names.add(name.strip())) {
                add(find("spring.profiles.group." + name.strip(), 0), names, depth + 1);
            }
        }
    }

    private static boolean holds(Part part, Set<String> active) {
        String expressions = part.values.get(uniform(ON_PROFILE));
        return expressions != null
                && Arrays.stream(expressions.split(",", -1)).anyMatch(each -> {
                    try {
                        return ProfileExpression.holds(each, active);
                    } catch (ProblemException e) {
                        return false;
                    }
                });
    }

    /** Null when it isn't set. */
    public @Nullable Value value(String name) {
        SpringSource asked = environment;
        if (asked != null) {
            String value = asked.property(name);
            return value == null ? null : new Value(value, "Spring's environment");
        }
        profiles();
        return find(name, 0);
    }

    /** The first of Spring's other files that is on the class path and not read; null when there is none. */
    @Nullable
    String unread() {
        for (String name : new String[] {"application.yml", "application.yaml"}) {
            try (InputStream in = outside.resource(name)) {
                if (in != null) {
                    return name;
                }
            } catch (IOException e) {
                return name;
            }
        }
        return null;
    }

    private @Nullable Value find(String name, int depth) {
        Value found = raw(name);
        return found == null || !found.text.contains("${")
                ? found
                : new Value(resolved(found.text, depth), found.place);
    }

    private @Nullable Value raw(String name) {
        String argument = argument(name);
        if (argument != null) {
            return new Value(argument, "the program argument --" + name);
        }
        String property = outside.systemProperty(name);
        if (property != null) {
            return new Value(property, "the system property " + name);
        }
        String dots = name.replace('.', '_').toUpperCase(Locale.ROOT);
        for (String variable : new String[] {dots.replace("-", ""), dots.replace('-', '_')}) {
            String value = outside.environment(variable);
            if (value != null) {
                return new Value(value, "the environment variable " + variable);
            }
        }
        String uniform = uniform(name);
        for (Part part : parts) {
            String value = part.values.get(uniform);
            if (value != null) {
                return new Value(value, part.file + " on the class path");
            }
        }
        return null;
    }

    /** The JVM joins the arguments with blanks, so none can be distinguished from a blank inside of one: a value ends at the first. */
    private @Nullable String argument(String name) {
        String found = null;
        for (String word : arguments()) {
            int equals = word.indexOf('=');
            if (equals > 0 && uniform(word.substring(0, equals)).equals(uniform(name))) {
                found = word.substring(equals + 1);
            }
        }
        return found;
    }

    /** Those that begin with two hyphens, without them. */
    private List<String> arguments() {
        String command = outside.systemProperty("sun.java.command");
        return Arrays.stream(command == null ? new String[0] : command.split(" ", -1))
                .filter(word -> word.startsWith("--"))
                .map(word -> word.substring(2))
                .toList();
    }

    /** Spring's names are the same with and without hyphens, in small letters and capitals. */
    private static String uniform(String name) {
        return name.replace("-", "").replace("_", "").toLowerCase(Locale.ROOT);
    }

    /** Puts in what <code>${name:default}</code> stands for; an unknown name stays as it is. */
    private String resolved(String text, int depth) {
        StringBuilder out = new StringBuilder();
        int from = 0;
        int begin = text.indexOf("${");
        while (begin >= 0) {
            int end = text.indexOf('}', begin);
            if (end < 0 || depth == DEEPEST || out.length() > LONGEST || ++replaced > MOST_REPLACED) {
                break;
            }
            String inside = text.substring(begin + 2, end);
            int colon = inside.indexOf(':');
            Value value = find(colon < 0 ? inside : inside.substring(0, colon), depth + 1);
            out.append(text, from, begin);
            if (value != null) {
                out.append(value.text);
            } else {
                out.append(colon < 0 ? text.substring(begin, end + 1) : inside.substring(colon + 1));
            }
            from = end + 1;
            begin = text.indexOf("${", from);
        }
        out.append(text, from, text.length());
        return out.length() > LONGEST ? out.substring(0, LONGEST) : out.toString();
    }

    /** The parts of a file, which lines of {@code #---} divide; none when there is no such file, or it can't be read. */
    private List<Part> read(String file) {
        List<Part> found = new ArrayList<>();
        try (InputStream in = outside.resource(file)) {
            byte[] bytes = in == null ? new byte[0] : in.readNBytes(FileStamp.LARGEST_FILE + 1);
            if (bytes.length == 0 || bytes.length > FileStamp.LARGEST_FILE) {
                return found;
            }
            String text = new String(bytes, StandardCharsets.ISO_8859_1);
            for (String part : text.split("(?m)^[#!]---\\s*$", -1)) {
                Properties properties = new Properties();
                properties.load(new ByteArrayInputStream(part.getBytes(StandardCharsets.ISO_8859_1)));
                Map<String, String> values = new HashMap<>();
                Map<String, String> given = new TreeMap<>();
                properties.forEach((key, value) -> {
                    values.put(uniform(String.valueOf(key)), String.valueOf(value));
                    given.put(String.valueOf(key), String.valueOf(value));
                });
                found.add(new Part(file, values, given));
            }
        } catch (IOException | IllegalArgumentException e) {
            // Spring reports it.
            return found;
        }
        return found;
    }
}
