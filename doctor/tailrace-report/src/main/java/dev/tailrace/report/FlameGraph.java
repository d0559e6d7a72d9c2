package dev.tailrace.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A flame graph of stacks: a box for each call, whose width is the share of all stacks that contain the call, with the called methods below
 * it. Readable without scripts; with scripts, a box can be enlarged. Not thread-safe.
 */
public final class FlameGraph implements Chart {
    /** The owner of a call; decides the colour. */
    public enum Part {
        APPLICATION("the application"),
        LOGGING("logging"),
        LIBRARY("other libraries"),
        JDK("Java itself");

        private final String words;

        Part(String words) {
            this.words = words;
        }

        String words() {
            return words;
        }
    }

    /**
     * A call of a stack.
     *
     * @param name full name; calls with equal names below the same box share a box
     * @param label short name, for the box
     */
    public record Call(String name, String label, Part part) {}

    /** A box. */
    static final class Node {
        final Call call;
        private final Map<String, Node> below = new LinkedHashMap<>();
        double weight;

        Node(Call call) {
            this.call = call;
        }

        /** The boxes below, widest first. */
        List<Node> below() {
            List<Node> nodes = new ArrayList<>(below.values());
            nodes.sort(Comparator.comparingDouble((Node each) -> -each.weight).thenComparing(each -> each.call.name()));
            return nodes;
        }
    }

    private final String title;
    final Node root;
    String caption = "";

    /**
     * An empty graph.
     *
     * @param all the text of the top box, such as {@code 300 stuck threads}
     */
    public FlameGraph(String title, String all) {
        this.title = title;
        this.root = new Node(new Call(all, all, Part.JDK));
    }

    /**
     * Adds a stack.
     *
     * @param calls the outermost first
     * @param weight number of occurrences, above 0
     */
    public FlameGraph stack(List<Call> calls, double weight) {
        root.weight += weight;
        Node at = root;
        for (Call each : calls) {
            at = at.below.computeIfAbsent(each.name(), unused -> new Node(each));
            at.weight += weight;
        }
        return this;
    }

    /** A sentence below the title: what to look at. */
    public FlameGraph caption(String caption) {
        this.caption = caption;
        return this;
    }

    @Override
    public String title() {
        return title;
    }
}
