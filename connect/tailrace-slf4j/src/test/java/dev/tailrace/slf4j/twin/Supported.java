package dev.tailrace.slf4j.twin;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The supported features of each dialect, from the tables that core's walks over Logback and Log4j check. So a new feature fails here until
 * a comparison covers it, too.
 */
final class Supported {
    /** Features that a comparison of files can't cover. */
    static final Map<String, String> NOT_COMPARED = new TreeMap<>(Map.ofEntries(
            Map.entry("onconsolestatuslistener", "prints what Logback does on standard output"),
            Map.entry("onfilestatuslistener", "writes what Logback does into a file"),
            Map.entry("delegatingstatuslistener", "fails before it has its delegate"),
            Map.entry("levelfilteringstatuslistener", "fails before it has its delegate"),
            Map.entry("disruptorblockingqueue", "needs a library that nobody uses any more"),
            Map.entry("disruptorblockingqueue spinpolicy", "needs the same"),
            Map.entry("jctoolsblockingqueue", "needs JCTools"),
            Map.entry("jctoolsblockingqueue waitstrategy", "needs the same")));

    /** Features of appenders that send to a network and write no file; TargetFragmentsTest has them. */
    private static final Pattern SENT = Pattern.compile("(socket|syslog|ssl|keystore|truststore)( .*)?");

    private static final Path WALKS =
            Path.of("..", "..", "backend", "tailrace-config", "src", "test", "resources", "walk");
    private static final Pattern SECTION = Pattern.compile("\\[(\\w+) (.*)]");
    private static final Pattern FRAMED = Pattern.compile("<([\\w-]+) @");
    private static final Pattern FIRST = Pattern.compile("<(\\w+).*");

    private final Set<String> found = new TreeSet<>();
    private String kind = "";
    private String name = "";

    private Supported() {}

    /** The features of a table, in the notation of {@link TwinCoverage}. */
    static Set<String> of(String table) {
        Supported supported = new Supported();
        try {
            Files.readAllLines(WALKS.resolve(table + ".txt")).forEach(supported::line);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        supported.found.removeAll(NOT_COMPARED.keySet());
        supported.found.removeIf(each -> SENT.matcher(each).matches());
        return supported.found;
    }

    private void line(String line) {
        Matcher section = SECTION.matcher(line);
        if (section.matches()) {
            kind = section.group(1);
            name = small(section.group(2));
            name = switch (kind) {
                case "element" -> name.substring(name.lastIndexOf('/') + 1);
                case "class" -> name.substring(name.lastIndexOf('.') + 1);
                default -> name;
            };
            if (!kind.equals("model") && !kind.equals("refused")) {
                found.add(name);
            }
            return;
        }
        if (line.isBlank() || line.startsWith("#") || kind.equals("element") || kind.equals("refused")) {
            return;
        }
        String[] words = line.split(" ", 2);
        if (kind.equals("model") && words[0].equals("xml")) {
            Matcher framed = FRAMED.matcher(words[1]);
            name = framed.find() ? small(framed.group(1)) : "configuration";
            return;
        }
        option(words);
    }

    private void option(String[] words) {
        String option = words[0].replace("!", "");
        if (Set.of("xml", "base", "nobase", "frame", "all", "parent").contains(option) || option.startsWith("-")) {
            return;
        }
        if (option.startsWith("+")) {
            Matcher first = FIRST.matcher(words[1]);
            option = first.matches() ? first.group(1) : option.substring(1);
        }
        found.add(name + " " + small(option));
    }

    private static String small(String text) {
        return text.toLowerCase(Locale.ROOT);
    }
}
