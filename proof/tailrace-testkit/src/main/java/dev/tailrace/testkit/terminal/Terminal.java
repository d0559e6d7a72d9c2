package dev.tailrace.testkit.terminal;

import dev.tailrace.report.Table;
import dev.tailrace.report.Tone;
import java.io.Console;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/** Prints tables on a terminal or into a file, never wider than 80 columns. Not thread-safe. */
public final class Terminal {
    public static final int WIDTH = 80;

    private static final String RESET = "\u001b[0m";

    private final PrintStream out;
    private final boolean colour;
    private final boolean plainLetters;

    /** If the charset of the stream lacks µ, us is written. */
    Terminal(PrintStream out, boolean colour, Charset charset) {
        this.out = out;
        this.colour = colour;
        this.plainLetters = !charset.newEncoder().canEncode("µ–─…");
    }

    /** Standard output; with colour when it is a terminal and {@code NO_COLOR} is not set. */
    public static Terminal standardOut() {
        return new Terminal(System.out, wantsColour(), charset());
    }

    /** A terminal on a UTF-8 stream. */
    public static Terminal of(PrintStream out, boolean colour) {
        return new Terminal(out, colour, StandardCharsets.UTF_8);
    }

    /** Prints a line, wrapped at words if it is too long. */
    public void line(String text) {
        note(Tone.PLAIN, text);
    }

    /** Prints a line in the colour of its tone, wrapped at words if it is too long. */
    public void note(Tone tone, String text) {
        for (String line : TextLayout.wrap(text, WIDTH)) {
            print(paint(tone, line));
        }
    }

    public void heading(String text) {
        for (String line : TextLayout.wrap(text, WIDTH)) {
            print(colour ? "\u001b[1m" + line + RESET : line);
        }
    }

    /**
     * Prints a table and an empty line. A table that is too wide is split into several with the same key columns.
     */
    public void print(Table table) {
        if (!table.title().isEmpty()) {
            heading(table.title());
        }
        TextTable.lines(table, WIDTH, this::paint).forEach(this::print);
        for (String footnote : table.footnotes()) {
            note(Tone.FAINT, footnote);
        }
        print("");
    }

    private void print(String line) {
        out.println(plainLetters ? plain(line) : line);
    }

    /** Replaces the special characters of tables by ASCII. */
    private static String plain(String line) {
        return line.replace('µ', 'u').replace('–', '-').replace('─', '-').replace('…', '~');
    }

    private String paint(Tone tone, String text) {
        if (!colour || tone == Tone.PLAIN || text.isBlank()) {
            return text;
        }
        String code = switch (tone) {
            case GOOD -> "32";
            case WARN -> "33";
            case BAD -> "1;31";
            case FAINT -> "2";
            case PLAIN -> "0";
        };
        return "\u001b[" + code + "m" + text + RESET;
    }

    /** Whether to use colour: only on a terminal, never with {@code NO_COLOR} or a dumb terminal. */
    private static boolean wantsColour() {
        String noColour = System.getenv("NO_COLOR");
        if (noColour != null && !noColour.isEmpty()) {
            return false;
        }
        return !"dumb".equals(System.getenv("TERM")) && isTerminal();
    }

    /** The charset of standard output; Java 17 has no method for it. */
    private static Charset charset() {
        for (String property : new String[] {"stdout.encoding", "sun.stdout.encoding"}) {
            String name = System.getProperty(property);
            if (name != null && Charset.isSupported(name)) {
                return Charset.forName(name);
            }
        }
        return Charset.defaultCharset();
    }

    /** Whether standard output is a terminal. */
    @SuppressWarnings("SystemConsoleNull") // JDK 22 and newer are asked through isTerminal()
    public static boolean isTerminal() {
        Console console = System.console();
        if (console == null) {
            return false;
        }
        try {
            return Boolean.TRUE.equals(Console.class.getMethod("isTerminal").invoke(console));
        } catch (NoSuchMethodException e) {
            return true; // before JDK 22, a console exists only on a terminal
        } catch (IllegalAccessException | InvocationTargetException e) {
            return false;
        }
    }
}
