package dev.tailrace.layout.pattern;

import java.io.Console;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Spring Boot's names of colours, and whether colours are enabled. Thread-safe. */
public final class Ansi {
    /** The property with the value {@code always}, {@code never} or {@code detect}. */
    public static final String PROPERTY = "spring.output.ansi.enabled";

    /** The sequence that ends colours and styles. */
    public static final String RESET = "\u001b[0;39m";

    private static final String[] COLOURS = {"black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"};
    private static final Map<String, String> CODES = codes();

    private Ansi() {}

    private static Map<String, String> codes() {
        Map<String, String> codes = new HashMap<>(
                Map.of("normal", "0", "bold", "1", "faint", "2", "italic", "3", "underline", "4", "reverse", "7"));
        for (int i = 0; i < COLOURS.length; i++) {
            codes.put(COLOURS[i], String.valueOf(30 + i));
            codes.put("bright_" + COLOURS[i], String.valueOf(90 + i));
            codes.put("bg_" + COLOURS[i], String.valueOf(40 + i));
            codes.put("bg_bright_" + COLOURS[i], String.valueOf(100 + i));
        }
        return codes;
    }

    /**
     * The start sequence for these names of colours and styles, case-insensitive; unknown names are left out. Null if no name is left: the
     * level's colour is used then.
     */
    public static @Nullable String start(List<String> names) {
        String codes = names.stream()
                .flatMap(name -> Arrays.stream(name.split(",", -1)))
                .map(name -> CODES.get(name.trim().toLowerCase(Locale.ROOT)))
                .filter(Objects::nonNull)
                .collect(Collectors.joining(";"));
        return codes.isEmpty() ? null : "\u001b[" + codes + "m";
    }

    /** The start sequences for each level from TRACE to ERROR. */
    public static String[] starts(List<String> names) {
        String start = start(names);
        String[] starts = new String[5];
        Arrays.fill(starts, start == null ? "\u001b[32m" : start);
        if (start == null) {
            starts[3] = "\u001b[33m";
            starts[4] = "\u001b[31m";
        }
        return starts;
    }

    /**
     * Whether colours are enabled: by the property, else if there is a terminal.
     *
     * @param properties returns the value of a property, or null
     */
    public static boolean isEnabled(Function<String, @Nullable String> properties) {
        String asked = properties.apply(PROPERTY);
        String word = asked == null ? "" : asked.trim().toLowerCase(Locale.ROOT);
        return word.equals("always") || (!word.equals("never") && isTerminal());
    }

    @SuppressWarnings("SystemConsoleNull") // Newer JDKs are asked once more.
    private static boolean isTerminal() {
        Console console = System.console();
        if (console == null) {
            return false;
        }
        try {
            // From JDK 22 on, a console exists even without a terminal.
            return Boolean.TRUE.equals(Console.class.getMethod("isTerminal").invoke(console));
        } catch (ReflectiveOperationException | RuntimeException e) {
            return true;
        }
    }
}
