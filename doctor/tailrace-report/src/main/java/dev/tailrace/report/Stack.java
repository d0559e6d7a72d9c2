package dev.tailrace.report;

import java.util.ArrayList;
import java.util.List;

/**
 * The stack of one thread, a line for each call, the innermost first; the calls of logging are marked by their colour and by a word. Not
 * thread-safe.
 */
public final class Stack {
    /** A call with its owner. */
    record Line(String text, FlameGraph.Part part) {}

    final String title;
    final String caption;
    final Tone tone;
    final List<Line> lines = new ArrayList<>();
    int left;

    /**
     * An empty stack.
     *
     * @param title the thread's name and activity
     * @param caption other threads with the same stack; may be empty
     * @param tone tone of the border
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

    /** Sets the number of outer calls that are not shown; negative: none. */
    public Stack leftOut(int calls) {
        left = Math.max(0, calls);
        return this;
    }
}
