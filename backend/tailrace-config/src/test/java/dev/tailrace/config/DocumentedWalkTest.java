package dev.tailrace.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each dialect's page says, as code, what becomes of each element and option that the walks know. */
final class DocumentedWalkTest {
    private static final Path PAGES = Path.of("..", "..", "docs", "reference");
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");
    private static final Pattern WORD = Pattern.compile("[\\w-]+");
    private static final Pattern ELEMENT = Pattern.compile("<(\\w+)");

    /** What is written into a section for the walk itself, and what Joran sets of its own accord. */
    private static final Set<String> NOT_OPTIONS = Set.of("xml", "base", "nobase", "frame", "all", "parent");

    @ParameterizedTest
    @CsvSource({"logback,logback.md", "log4j,log4j2.md"})
    void everyElementAndOption_ofTheWalk_isOnThePage(String table, String name) throws Exception {
        String page = Files.readString(PAGES.resolve(name));
        Set<String> known = words(page.lines());
        Set<String> refusals = words(page.lines().filter(line -> line.contains("finding")));

        Set<String> missing = new TreeSet<>();
        WalkTable walk = WalkTable.read("/walk/" + table + ".txt");
        for (String kind : List.of("element", "refused", "class", "plugin", "model")) {
            for (WalkTable.Section section : walk.all(kind)) {
                String called = last(section.name());
                if (!kind.equals("model") && !(kind.equals("refused") ? refusals : known).contains(small(called))) {
                    missing.add(kind + " " + called);
                }
                if (!kind.equals("element") && !kind.equals("refused")) {
                    options(section)
                            .filter(option -> !known.contains(small(option)))
                            .forEach(option -> missing.add(called + " " + option));
                }
            }
        }
        assertThat(missing).isEmpty();
        assertThat(known).hasSizeGreaterThan(100);
    }

    private static Stream<String> options(WalkTable.Section section) {
        return section.entries().entrySet().stream()
                .map(entry -> {
                    Matcher element = ELEMENT.matcher(entry.getValue());
                    boolean isElement =
                            entry.getKey().startsWith("+") || entry.getKey().startsWith("-");
                    return isElement && element.find()
                            ? element.group(1)
                            : entry.getKey().replaceAll("[-+!]", "");
                })
                .filter(option -> !NOT_OPTIONS.contains(option));
    }

    private static Set<String> words(Stream<String> lines) {
        return lines.flatMap(line -> CODE.matcher(line).results())
                .flatMap(code -> WORD.matcher(code.group(1)).results())
                .map(word -> small(word.group()))
                .collect(Collectors.toSet());
    }

    private static String last(String name) {
        return name.substring(Math.max(name.lastIndexOf('/'), name.lastIndexOf('.')) + 1);
    }

    private static String small(String text) {
        return text.toLowerCase(Locale.ROOT);
    }
}
