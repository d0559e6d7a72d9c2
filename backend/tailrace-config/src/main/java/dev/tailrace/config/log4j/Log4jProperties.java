package dev.tailrace.config.log4j;

import dev.tailrace.config.xml.Element;
import dev.tailrace.config.xml.Findings;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.finding.FindingText;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Turns a {@code log4j2.properties} into the elements that the same configuration has as XML, by Log4j's own rules: a key is a path, its
 * last part names an attribute, {@code type} and {@code name} say what stands there. Parts whose order is left open are taken in the order
 * of hash maps, as there: of several filters at one place the first counts. What Log4j would refuse the whole file for is left out, with
 * a finding.
 */
public final class Log4jProperties {
    private static final String TYPE = "type";
    private static final String NAME = "name";
    /** Keys without a dot that are no attributes of the configuration. */
    private static final Set<String> LISTS = Set.of("appenders", "loggers", "filters", "rootLogger");

    /** A value, and the line its key stands in. */
    private record Line(String value, int number) {}

    private final Findings findings;
    private final Map<String, Line> all;

    private Log4jProperties(Map<String, Line> all, Findings findings) {
        this.all = all;
        this.findings = findings;
    }

    /**
     * Reads a file of properties as the elements it stands for.
     *
     * @param text the file, decoded as ISO 8859-1, as for all files of properties
     */
    public static Element read(String text, Findings findings) {
        return new Log4jProperties(lines(text, findings), findings).configuration();
    }

    /** Whether the text contains a property that Log4j 2 reads. */
    public static boolean isIts(String text) {
        return lines(text, new Findings(null)).keySet().stream()
                .anyMatch(key -> key.equals("rootLogger")
                        || key.equals("appenders")
                        || key.startsWith("rootLogger.")
                        || key.startsWith("appender.")
                        || key.startsWith("logger.")
                        || key.startsWith("property."));
    }

    /** The keys in the order of the file, each with its last value. */
    private static Map<String, Line> lines(String text, Findings findings) {
        Map<String, Line> lines = new LinkedHashMap<>();
        String[] natural = text.split("\r\n|[\r\n]", -1);
        for (int i = 0; i < natural.length; i++) {
            int first = i;
            StringBuilder logical = new StringBuilder(natural[i].replaceFirst("^[ \t\f]+", ""));
            if (logical.length() == 0 || logical.charAt(0) == '#' || logical.charAt(0) == '!') {
                continue;
            }
            while (endsWithOneBackslash(logical) && i + 1 < natural.length) {
                logical.setLength(logical.length() - 1);
                logical.append(natural[++i].replaceFirst("^[ \t\f]+", ""));
            }
            Properties one = new Properties();
            try {
                one.load(new StringReader(logical.toString()));
            } catch (IOException | IllegalArgumentException e) {
                findings.add(
                        FindingCode.BAD_VALUE,
                        first + 1,
                        "The line can't be read (" + e.getMessage()
                                + "); it is ignored, and Log4j would refuse the file.");
            }
            one.stringPropertyNames().forEach(key -> {
                lines.remove(key);
                lines.put(key, new Line(one.getProperty(key), first + 1));
            });
        }
        return lines;
    }

    private static boolean endsWithOneBackslash(StringBuilder line) {
        int at = line.length();
        while (at > 0 && line.charAt(at - 1) == '\\') {
            at--;
        }
        return (line.length() - at) % 2 == 1;
    }

    private Element configuration() {
        int start = all.values().stream().mapToInt(Line::number).min().orElse(1);
        Element configuration = new Element("Configuration", findings.file(), start);
        all.forEach((key, line) -> {
            if (key.indexOf('.') < 0 && !LISTS.contains(key)) {
                configuration.attribute(key, line.value, line.number);
            }
        });
        properties(configuration);
        for (String[] known : new String[][] {{"script", "Scripts"}, {"customLevel", "CustomLevels"}}) {
            Map<String, Line> inside = extract(all, known[0]);
            if (!inside.isEmpty()) {
                configuration.children().add(element(known[1], inside));
            }
        }
        filters(configuration);
        Element appenders = new Element("Appenders", findings.file(), start);
        named("appenders", "appender").forEach((key, inside) -> add(appenders, appender(key, inside)));
        configuration.children().add(appenders);
        Element loggers = new Element("Loggers", findings.file(), start);
        named("loggers", "logger").forEach((key, inside) -> {
            if (!key.equals("root")) {
                add(loggers, logger("Logger", "logger." + key, inside));
            }
        });
        root(loggers);
        configuration.children().add(loggers);
        rest(configuration, "", all);
        return configuration;
    }

    private void properties(Element configuration) {
        Map<String, Line> values = extract(all, "property");
        if (!values.isEmpty()) {
            Element properties = element("Properties", values);
            values.forEach((key, line) -> {
                Element property = new Element("Property", findings.file(), line.number);
                property.attribute(NAME, key, line.number);
                property.attribute("value", line.value, line.number);
                properties.children().add(property);
            });
            configuration.children().add(properties);
        }
    }

    /** All of the whole configuration count, other than elsewhere. */
    private void filters(Element configuration) {
        Element filters = new Element("Filters", findings.file(), configuration.line());
        named("filters", "filter").forEach((key, inside) -> add(filters, component("filter." + key, inside)));
        if (filters.children().size() == 1) {
            configuration.children().addAll(filters.children());
        } else if (!filters.children().isEmpty()) {
            configuration.children().add(filters);
        }
    }

    /** The parts that a list names, in its order, else all that there are; what a list doesn't name is not read, as in Log4j. */
    private Map<String, Map<String, Line>> named(String list, String prefix) {
        Line names = all.remove(list);
        Map<String, Line> inside = extract(all, prefix);
        if (names == null) {
            return parts(prefix, inside);
        }
        Map<String, Map<String, Line>> chosen = new LinkedHashMap<>();
        for (String name : names.value.split(",", -1)) {
            Map<String, Line> part = extract(inside, name.strip());
            if (part.isEmpty() && !name.strip().equals("root")) {
                missing(
                        names.number,
                        prefix + "." + name.strip() + ", which " + list + " names, is not there",
                        "Take it out of " + list + ", or define it.");
            } else {
                chosen.put(name.strip(), part);
            }
        }
        inside.forEach((key, line) -> findings.add(
                FindingCode.UNKNOWN_OPTION,
                line.number,
                null,
                FindingText.quote(prefix + "." + key) + " has no effect, because " + list
                        + " doesn't name it, as in Log4j.",
                "Add it to " + list + ", or remove " + list + ": without it all are read."));
        return chosen;
    }

    private @Nullable Element appender(String key, Map<String, Line> inside) {
        String path = "appender." + key;
        int line = line(inside);
        if (isMissing(inside, NAME)) {
            missing(line, path + " has no name", "Add " + path + ".name = ...");
            return null;
        }
        Element appender = typed(path, inside);
        if (appender != null) {
            filtersOf(appender, path, inside);
            Map<String, Line> layout = extract(inside, "layout");
            if (!layout.isEmpty()) {
                add(appender, component(path + ".layout", layout));
            }
            rest(appender, path, inside);
        }
        return appender;
    }

    private void root(Element loggers) {
        Line whole = all.remove("rootLogger");
        Map<String, Line> inside = extract(all, "rootLogger");
        if (whole != null) {
            inside.put("", whole);
        }
        if (!inside.isEmpty()) {
            add(loggers, logger("Root", "rootLogger", inside));
        }
    }

    /** {@code called}: what it is as XML, if it isn't asynchronous. */
    private @Nullable Element logger(String called, String path, Map<String, Line> inside) {
        int line = line(inside);
        boolean root = called.equals("Root");
        if (!root && isMissing(inside, NAME)) {
            missing(line, path + " has no name", "Add " + path + ".name = ...");
            return null;
        }
        Line type = inside.remove(TYPE);
        if (type != null && !type.value.equalsIgnoreCase("async" + called)) {
            missing(
                    type.number,
                    path + " has the type " + FindingText.quote(type.value) + ", which is none of a logger",
                    "Remove the line, or write the type async" + called + ".");
            return null;
        }
        Element logger = new Element(type == null ? called : "Async" + called, findings.file(), line);
        parts(path + ".appenderRef", extract(inside, "appenderRef"))
                .forEach((key, part) -> add(logger, reference(path, key, part)));
        filtersOf(logger, path, inside);
        // Names that Log4j asked for once, and accepts.
        inside.remove("appenderRefs");
        Line levelAndReferences = inside.remove("");
        if (levelAndReferences != null) {
            logger.attribute("levelAndRefs", levelAndReferences.value, levelAndReferences.number);
        }
        rest(logger, path, inside);
        return logger;
    }

    private @Nullable Element reference(String path, String key, Map<String, Line> inside) {
        if (isMissing(inside, "ref")) {
            missing(
                    line(inside),
                    path + ".appenderRef." + key + " has no ref",
                    "Add " + path + ".appenderRef." + key + ".ref = ...");
            return null;
        }
        Element reference = element("AppenderRef", inside);
        filtersOf(reference, path, inside);
        rest(reference, path + ".appenderRef." + key, inside);
        return reference;
    }

    private void filtersOf(Element element, String path, Map<String, Line> inside) {
        parts(path + ".filter", extract(inside, "filter"))
                .forEach((key, part) -> add(element, component(path + ".filter." + key, part)));
    }

    private @Nullable Element component(String path, Map<String, Line> inside) {
        Element component = typed(path, inside);
        if (component != null) {
            rest(component, path, inside);
        }
        return component;
    }

    /** An element of the given type with its name; null, with a finding, when it has none. */
    private @Nullable Element typed(String path, Map<String, Line> inside) {
        if (isMissing(inside, TYPE)) {
            missing(line(inside), path + " has no type", "Add " + path + ".type = ...");
            return null;
        }
        int line = line(inside);
        String type = Objects.requireNonNull(inside.remove(TYPE)).value;
        Element element = new Element(type.strip(), findings.file(), line);
        Line name = inside.remove(NAME);
        if (name != null) {
            element.attribute(NAME, name.value, name.number);
        }
        return element;
    }

    /** Reads what is left: attributes, and elements in whose keys a dot is. */
    private void rest(Element element, String path, Map<String, Line> inside) {
        Map<String, Line> left = new HashMap<>(inside);
        inside.clear();
        List<String> prefixes = new ArrayList<>();
        left.forEach((key, line) -> {
            int dot = key.indexOf('.');
            if (dot <= 0) {
                element.attribute(key, line.value, line.number);
            } else if (!prefixes.contains(key.substring(0, dot))) {
                prefixes.add(key.substring(0, dot));
            }
        });
        for (String prefix : prefixes) {
            add(element, component(path.isEmpty() ? prefix : path + "." + prefix, extract(left, prefix)));
        }
    }

    private static void add(Element to, @Nullable Element element) {
        if (element != null) {
            to.children().add(element);
        }
    }

    private Element element(String name, Map<String, Line> inside) {
        return new Element(name, findings.file(), line(inside));
    }

    private static int line(Map<String, Line> inside) {
        return inside.values().stream().mapToInt(Line::number).min().orElse(0);
    }

    private static boolean isMissing(Map<String, Line> inside, String key) {
        Line line = inside.get(key);
        return line == null || line.value.isEmpty();
    }

    private void missing(int line, String what, String remedy) {
        findings.add(
                FindingCode.MISSING_ATTRIBUTE,
                line,
                null,
                what + "; it is left out, and Log4j would refuse the file.",
                remedy);
    }

    /** Takes the keys below a prefix out of others, without it. */
    private static Map<String, Line> extract(Map<String, Line> from, String prefix) {
        Map<String, Line> below = new LinkedHashMap<>();
        from.forEach((key, line) -> {
            if (key.startsWith(prefix + ".")) {
                below.put(key.substring(prefix.length() + 1), line);
            }
        });
        below.keySet().forEach(key -> from.remove(prefix + "." + key));
        return below;
    }

    /** Keys by their first part. One without a dot belongs to nothing, but for a logger, whose level and appenders it has. */
    private Map<String, Map<String, Line>> parts(String path, Map<String, Line> inside) {
        // Its order is Log4j's.
        Map<String, Map<String, Line>> parts = new ConcurrentHashMap<>();
        inside.forEach((key, line) -> {
            int dot = key.indexOf('.');
            if (dot < 0 && !path.equals("logger")) {
                findings.add(
                        FindingCode.UNKNOWN_OPTION,
                        line.number,
                        FindingText.quote(path + "." + key) + " says nothing of what " + key + " has; it is ignored.");
            } else {
                parts.computeIfAbsent(dot < 0 ? key : key.substring(0, dot), any -> new LinkedHashMap<>())
                        .put(dot < 0 ? "" : key.substring(dot + 1), line);
            }
        });
        return parts;
    }
}
