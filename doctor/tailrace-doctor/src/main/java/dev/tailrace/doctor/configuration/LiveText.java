package dev.tailrace.doctor.configuration;

import dev.tailrace.lint.live.LiveNode;
import dev.tailrace.probe.evidence.TextLines;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The output of doctor's agent as a tree of its lines.
 *
 * @param top those that belong to nothing
 * @param unread lines that make no sense
 * @param firstUnread the first of them; 0: there is none
 */
record LiveText(List<LiveNode> top, int unread, int firstUnread) {
    private static final int MOST_LINES = 50_000;
    private static final int MOST_CHARACTERS = 2 << 20;
    private static final int DEEPEST = 12;
    private static final int LONGEST = 4000;

    /** Reads what comes after the title. */
    static LiveText read(TextLines lines) throws IOException {
        List<LiveNode> top = new ArrayList<>();
        Deque<LiveNode> path = new ArrayDeque<>();
        int unread = 0;
        int first = 0;
        int characters = 0;
        for (String line = lines.next(); line != null; line = lines.next()) {
            characters += line.length();
            if (lines.number() > MOST_LINES || characters > MOST_CHARACTERS) {
                unread++;
                first = first == 0 ? lines.number() : first;
                break;
            }
            int depth = 0;
            while (depth < line.length() && line.charAt(depth) == ' ') {
                depth++;
            }
            int equals = line.indexOf('=');
            if (equals <= depth || depth > path.size() || depth > DEEPEST) {
                unread++;
                first = first == 0 ? lines.number() : first;
                continue;
            }
            LiveNode node = new LiveNode(
                    line.substring(depth, equals), plain(line, equals + 1), lines.number(), new ArrayList<>());
            while (path.size() > depth) {
                path.removeLast();
            }
            (path.isEmpty() ? top : path.getLast().children()).add(node);
            path.addLast(node);
        }
        return new LiveText(top, unread, first);
    }

    /** Without escapes and without what has no place in XML. */
    private static String plain(String line, int from) {
        StringBuilder out = new StringBuilder();
        for (int i = from; i < line.length() && out.length() < LONGEST; i++) {
            char c = line.charAt(i);
            if (c == '\\' && i + 1 < line.length()) {
                i++;
                out.append(line.charAt(i) == 'n' ? ' ' : line.charAt(i));
            } else {
                boolean fits = c >= ' ' && c < '\ufffe' && !Character.isSurrogate(c);
                out.append(fits ? c : '?');
            }
        }
        return out.toString();
    }
}
