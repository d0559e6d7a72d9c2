package dev.tailrace.layout.pattern;

import dev.tailrace.layout.event.LevelStep;
import dev.tailrace.layout.event.LiteralStep;
import dev.tailrace.layout.event.Step;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Logback's terminal colours, as steps around a group. */
final class Colours {
    private static final String RESET = "\u001b[0;39m";
    private static final Map<String, String> CODES = Map.ofEntries(
            Map.entry("black", "30"),
            Map.entry("red", "31"),
            Map.entry("green", "32"),
            Map.entry("yellow", "33"),
            Map.entry("blue", "34"),
            Map.entry("magenta", "35"),
            Map.entry("cyan", "36"),
            Map.entry("white", "37"),
            Map.entry("gray", "1;30"),
            Map.entry("boldRed", "1;31"),
            Map.entry("boldGreen", "1;32"),
            Map.entry("boldYellow", "1;33"),
            Map.entry("boldBlue", "1;34"),
            Map.entry("boldMagenta", "1;35"),
            Map.entry("boldCyan", "1;36"),
            Map.entry("boldWhite", "1;37"));

    private Colours() {}

    /** The steps before and after the group, or null if the word isn't a colour. */
    static Step @Nullable [] around(String word) {
        if (word.equals("highlight")) {
            Step start =
                    new LevelStep(LevelStep.texts(start("39"), start("39"), start("34"), start("31"), start("1;31")));
            return new Step[] {start, new LiteralStep(RESET)};
        }
        String code = CODES.get(word);
        return code == null ? null : new Step[] {new LiteralStep(start(code)), new LiteralStep(RESET)};
    }

    private static String start(String code) {
        return "\u001b[" + code + "m";
    }
}
