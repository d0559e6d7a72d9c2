package dev.tailrace.layout;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.core.pattern.parser.Parser;
import dev.tailrace.layout.event.TextRules;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import org.apache.logging.log4j.core.config.plugins.Plugin;
import org.apache.logging.log4j.core.pattern.ConverterKeys;
import org.junit.jupiter.api.Test;

/**
 * Every conversion word of the real Logback and Log4j 2 compiles without a problem, or is one of a few with a reported problem.
 */
final class PatternWalkTest {
    private static final Set<String> REFUSED = Set.of("sn", "sequenceNumber", "prefix");
    private static final Set<String> LOG4J_REFUSED = Set.of("endOfBatch");

    /** The content of Logback's group words. */
    private static final String AROUND = "(%m)";

    private static final Map<String, String> OPTIONS = Map.of("property", "{a}", "replace", AROUND + "{'a', 'b'}");

    private static final Map<String, String> LOG4J_OPTIONS = Map.ofEntries(
            Map.entry("enc", "{%m}"),
            Map.entry("encode", "{%m}"),
            Map.entry("equals", "{%m}{a}{b}"),
            Map.entry("equalsIgnoreCase", "{%m}{a}{b}"),
            Map.entry("maxLen", "{%m}{20}"),
            Map.entry("maxLength", "{%m}{20}"),
            Map.entry("notEmpty", "{%m}"),
            Map.entry("varsNotEmpty", "{%m}"),
            Map.entry("variablesNotEmpty", "{%m}"),
            Map.entry("repeat", "{a}{2}"),
            Map.entry("replace", "{%m}{a}{b}"),
            Map.entry("style", "{%m}{red}"));

    @Test
    void words_ofLogback_areUnderstoodOrToldOf() {
        Set<String> words = new TreeSet<>(PatternLayout.DEFAULT_CONVERTER_SUPPLIER_MAP.keySet());
        words.addAll(Parser.DEFAULT_COMPOSITE_CONVERTER_MAP.keySet());
        // Logback's own name for brackets without a word.
        words.remove("BARE");
        assertThat(words).hasSizeGreaterThan(50);

        for (String word : words) {
            String option = OPTIONS.getOrDefault(word, isAround(word) ? AROUND : "");
            judge(word, REFUSED, PatternEncoder.compile("%" + word + option + "%n", name -> "x", TextRules.FILE));
        }
        System.out.println("walk: " + words.size() + " conversion words of Logback");
    }

    private static boolean isAround(String word) {
        return word.equals("highlight") || word.startsWith("bold") || COLOURS.contains(word);
    }

    private static final Set<String> COLOURS =
            Set.of("black", "red", "green", "yellow", "blue", "magenta", "cyan", "white", "gray");

    @Test
    void words_ofLog4j_areUnderstoodOrToldOf() throws Exception {
        Set<String> words = log4jWords();
        assertThat(words).hasSizeGreaterThan(60);

        for (String word : words) {
            boolean around = word.equals("highlight") || COLOURS.contains(word);
            String option = LOG4J_OPTIONS.getOrDefault(
                    word, around ? AROUND.replace('(', '{').replace(')', '}') : "");
            judge(
                    word,
                    LOG4J_REFUSED,
                    PatternEncoder.compileLog4j("%" + word + option + "%n", name -> "x", TextRules.FILE));
        }
        System.out.println("walk: " + words.size() + " conversion words of Log4j 2");
    }

    private static void judge(String word, Set<String> refused, PatternEncoder.Compiled compiled) {
        if (refused.contains(word)) {
            assertThat(compiled.problems()).as(word).isNotEmpty();
        } else {
            assertThat(compiled.problems()).as(word).isEmpty();
        }
    }

    /** The words for lines; others are for file names. */
    private static Set<String> log4jWords() throws Exception {
        Set<String> words = new TreeSet<>();
        Path jar = Path.of(ConverterKeys.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        try (JarFile entries = new JarFile(jar.toFile())) {
            entries.stream()
                    .map(each -> each.getName())
                    .filter(each ->
                            each.startsWith("org/apache/logging/log4j/core/pattern/") && each.endsWith(".class"))
                    .forEach(each -> add(each.substring(0, each.length() - 6).replace('/', '.'), words));
        }
        return words;
    }

    private static void add(String name, Set<String> words) {
        try {
            Class<?> type = Class.forName(name, false, PatternWalkTest.class.getClassLoader());
            Plugin plugin = type.getAnnotation(Plugin.class);
            ConverterKeys keys = type.getAnnotation(ConverterKeys.class);
            if (plugin != null && keys != null && plugin.category().equals("Converter")) {
                for (String key : keys.value()) {
                    // One key has no letter, and so can't be written.
                    if (Character.isLetter(key.charAt(0))) {
                        words.add(key);
                    }
                }
            }
        } catch (ClassNotFoundException | LinkageError e) {
            // The word needs a missing library.
            return;
        }
    }
}
