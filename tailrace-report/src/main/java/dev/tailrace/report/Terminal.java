package dev.tailrace.report;

import java.io.PrintStream;

/** Prints tables on a terminal or into a file, never wider than 80 columns. Not thread-safe. */
public final class Terminal {
    /** The width that fits everywhere. */
    public static final int WIDTH = 80;

    private final PrintStream out;
    private final boolean colour;

    private Terminal(PrintStream out, boolean colour) {
        this.out = out;
        this.colour = colour;
    }

    /** Standard output; with colour when it is a terminal and {@code NO_COLOR} is not set. */
    public static Terminal standardOut() {
        return new Terminal(System.out, Screen.wantsColour());
    }

    /** Any stream. */
    public static Terminal of(PrintStream out, boolean colour) {
        return new Terminal(out, colour);
    }

    /** Prints a line, broken at words where it is too long. */
    public void line(String text) {
        out.println(text);
    }

    /** Prints a line that stands out in the colour of its tone. */
    public void note(Tone tone, String text) {
        out.println(colour ? tone + text : text);
    }

    /** Prints a table; one that is too wide is broken into several with the same key columns. */
    public void print(Table table) {
        out.println(table.title());
    }
}
