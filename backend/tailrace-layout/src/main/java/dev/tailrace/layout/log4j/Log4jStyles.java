package dev.tailrace.layout.log4j;

import dev.tailrace.layout.event.Problem;
import dev.tailrace.layout.pattern.PatternNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The terminal colours of Log4j 2: {@code %highlight}, {@code %style} and the words that are colours. */
final class Log4jStyles {
    private static final List<String> LEVELS = List.of("TRACE", "DEBUG", "INFO", "WARN", "ERROR");
    private static final Map<String, String> DEFAULT =
            Map.of("ERROR", "bright red", "WARN", "yellow", "INFO", "green", "DEBUG", "cyan", "TRACE", "black");
    private static final Map<String, String> LOGBACK =
            Map.of("ERROR", "bright red", "WARN", "red", "INFO", "blue", "DEBUG", "", "TRACE", "");
    private static final Map<String, String> CODES = codes();

    private final byte[][] starts;

    /** @param starts the start sequences by level; empty: no colours */
    private Log4jStyles(byte[][] starts) {
        this.starts = starts;
    }

    private static Map<String, String> codes() {
        Map<String, String> codes = new HashMap<>();
        String fixed = "NORMAL=0 BRIGHT=1 BOLD=1 DIM=2 UNDERLINE=3 BLINK=5 REVERSE=7 HIDDEN=8 DEFAULT=39 FG_DEFAULT=39";
        for (String each : fixed.split(" ", -1)) {
            codes.put(each.substring(0, each.indexOf('=')), each.substring(each.indexOf('=') + 1));
        }
        String[] colours = {"BLACK", "RED", "GREEN", "YELLOW", "BLUE", "MAGENTA", "CYAN", "WHITE"};
        for (int i = 0; i < colours.length; i++) {
            for (String front : new String[] {"", "FG_"}) {
                codes.put(front + colours[i], String.valueOf(30 + i));
                codes.put(front + "BRIGHT_" + colours[i], String.valueOf(90 + i));
            }
            codes.put("BG_" + colours[i], String.valueOf(40 + i));
            codes.put("BG_BRIGHT_" + colours[i], String.valueOf(100 + i));
        }
        return codes;
    }

    static boolean isColour(String word) {
        return switch (word) {
            case "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white" -> true;
            default -> false;
        };
    }

    @SuppressWarnings("SystemConsoleNull") // On newer JDKs it answers as it does to Log4j.
    static Log4jStyles of(PatternNode.Word word, List<Problem> problems) {
        List<String> options = word.options();
        String all = String.join(",", options.subList(1, options.size()));
        boolean hidden =
                all.contains("disableAnsi=true") || (all.contains("noConsoleNoAnsi=true") && System.console() == null);
        if (hidden) {
            return new Log4jStyles(new byte[0][]);
        }
        if (word.word().equals("highlight")) {
            return new Log4jStyles(highlight(word, options.size() < 2 ? "" : options.get(1), problems));
        }
        String names = isColour(word.word()) ? word.word() : options.size() < 2 ? "" : options.get(1);
        byte[] start = sequence(word, names, problems);
        byte[][] starts = new byte[LEVELS.size()][];
        Arrays.fill(starts, start);
        return new Log4jStyles(starts);
    }

    private static byte[][] highlight(PatternNode.Word word, String option, List<Problem> problems) {
        Map<String, String> styles = new HashMap<>(DEFAULT);
        for (String each : option.split(",", -1)) {
            String[] pair = each.trim().split("\\s*=\\s*", 2);
            String key = pair[0].toUpperCase(Locale.ROOT);
            if (pair.length == 2 && key.equals("STYLE")) {
                String name = pair[1].toUpperCase(Locale.ROOT);
                if (name.equals("LOGBACK")) {
                    styles.putAll(LOGBACK);
                } else if (name.equals("DEFAULT")) {
                    styles.putAll(DEFAULT);
                } else {
                    problem(word, "STYLE=" + pair[1] + " is neither DEFAULT nor LOGBACK", problems);
                }
            } else if (pair.length == 2 && !key.equals("DISABLEANSI") && !key.equals("NOCONSOLENOANSI")) {
                styles.put(key, pair[1]);
            }
        }
        byte[][] starts = new byte[LEVELS.size()][];
        for (int i = 0; i < starts.length; i++) {
            starts[i] = sequence(word, styles.getOrDefault(LEVELS.get(i), ""), problems);
        }
        return starts;
    }

    private static byte[] sequence(PatternNode.Word word, String names, List<Problem> problems) {
        List<String> codes = new ArrayList<>();
        for (String name : names.trim().split("[\\s,]+", -1)) {
            String code = code(name.toUpperCase(Locale.ROOT));
            if (code != null) {
                codes.add(code);
            } else if (!name.isEmpty()) {
                problem(word, "\"" + name + "\" is no style; it is ignored", problems);
            }
        }
        return ("\u001b[" + String.join(";", codes) + "m").getBytes(StandardCharsets.US_ASCII);
    }

    private static @Nullable String code(String name) {
        String hex = name.startsWith("FG_#") || name.startsWith("BG_#") ? name.substring(3) : name;
        if (!hex.matches("#[0-9A-F]{6}")) {
            return CODES.get(name);
        }
        int colour = Integer.parseInt(hex.substring(1), 16);
        return (name.startsWith("BG_") ? "48;2;" : "38;2;") + (colour >> 16) + ";" + (colour >> 8 & 255) + ";"
                + (colour & 255);
    }

    private static void problem(PatternNode.Word word, String text, List<Problem> problems) {
        problems.add(new Problem(Problem.Kind.BAD_OPTION, word.column(), "%" + word.word() + ": " + text));
    }

    /** Whether there are any colours. */
    boolean isVisible() {
        return starts.length > 0;
    }

    /** The start sequences by level. */
    byte[][] starts() {
        return starts;
    }
}
