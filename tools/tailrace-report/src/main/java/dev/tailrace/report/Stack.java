package dev.tailrace.report;

import java.util.ArrayList;
import java.util.List;

/**
 * The stack of one thread, a line for each call, the innermost first; the calls of logging are marked by their colour and by a word. Not
 * thread-safe.
 */
public final class Stack {
    /** A call, and whose it is. */
    record Line(String text, FlameGraph.Part part) {}

    private final String title;
    private final String caption;
    private final Tone tone;
    private final List<Line> lines = new ArrayList<>();
    private int left;

    /**
     * An empty stack.
     *
     * @param title the thread's name, and what it does
     * @param caption which threads stand there, too; may be empty
     * @param tone of its border
     */
    public Stack(String title, String caption, Tone tone) {
        this.title = title;
        this.caption = caption;
        this.tone = tone;
    }

    /** Adds the next outer call. */
    public Stack line(String text, FlameGraph.Part part) {
        lines.add(new Line(text, part));
        return this;
    }

    /** Says how many outer calls are not shown; none if that is negative. */
    public Stack leftOut(int calls) {
        left = Math.max(0, calls);
        return this;
    }

    String title() {
        return title;
    }

    String caption() {
        return caption;
    }

    Tone tone() {
        return tone;
    }

    List<Line> lines() {
        return lines;
    }

    int left() {
        return left;
    }
}
