package dev.tailrace.doctor.threads;

import dev.tailrace.probe.evidence.Frame;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads one call of a stack as HotSpot, its JSON and OpenJ9 write it. */
final class FrameText {
    private static final Pattern DEBUGGER_LINE = Pattern.compile(", line=(\\d*)");

    private FrameText() {}

    /**
     * Reads what stands behind {@code at}: {@code java.base@17/java.lang.Thread.run(Thread.java:840)} or the module before the file;
     * null when it is no call.
     */
    static @Nullable Frame parse(String text) {
        int open = text.indexOf('(');
        int close = text.lastIndexOf(')');
        if (open <= 0 || close < open) {
            return null;
        }
        // SAP's JVM writes the types of the parameters before the place.
        return frame(withoutModule(text.substring(0, open)), text.substring(text.lastIndexOf('(', close) + 1, close));
    }

    /** Parses a frame in OpenJ9's way: {@code java/lang/Thread.run(Thread.java:840(Compiled Code))}. */
    static @Nullable Frame parseJ9(String text) {
        int open = text.indexOf('(');
        int close = text.lastIndexOf(')');
        if (open <= 0 || close < open) {
            return null;
        }
        String place = text.substring(open + 1, close);
        int compiled = place.indexOf('(');
        return frame(
                text.substring(0, open).replace('/', '.'),
                (compiled >= 0 ? place.substring(0, compiled) : place).strip());
    }

    /**
     * Whether a line without {@code at} is a call all the same: {@code a.B.c(B.java:12)}. Only what can't be a sentence counts.
     */
    static boolean isOne(String text) {
        int open = text.indexOf('(');
        if (open <= 0 || !text.endsWith(")") || (text.indexOf(' ') >= 0 && text.indexOf(' ') < open)) {
            return false;
        }
        String place = text.substring(open + 1, text.length() - 1);
        boolean known = place.endsWith("Native Method") || place.startsWith("Unknown Source");
        int colon = place.lastIndexOf(':');
        boolean line = colon > 0 && place.indexOf('.') > 0 && number(place.substring(colon + 1)) > 0;
        return (known || line) && text.lastIndexOf('.', open) > 0;
    }

    /** Whether the text is a call as {@code jstack -F} writes it, which reads a process from outside. */
    static boolean isOfDebugger(String text) {
        return text.startsWith("- ") && text.contains(" @bci=");
    }

    /** Such a call: {@code a.B.c(int, long) @bci=14, line=175 (Compiled frame)}. It has no file. */
    static @Nullable Frame parseDebugger(String text) {
        int open = text.indexOf('(');
        if (open <= 0) {
            return null;
        }
        Matcher line = DEBUGGER_LINE.matcher(text);
        int number = line.find() ? number(line.group(1)) : 0;
        Frame frame = frame(text.substring(0, open).strip(), "Unknown Source");
        return frame == null ? null : new Frame(frame.type(), frame.method(), "", number);
    }

    private static @Nullable Frame frame(String call, String place) {
        int dot = call.lastIndexOf('.');
        if (dot <= 0 || dot == call.length() - 1 || call.indexOf(' ') >= 0) {
            return null;
        }
        String type = call.substring(0, dot);
        String method = call.substring(dot + 1);
        String where = place.substring(place.lastIndexOf('/') + 1);
        if (where.equals("Native Method")) {
            return new Frame(type, method, "", Frame.NATIVE);
        }
        if (where.startsWith("Unknown Source")
                || where.startsWith("<")
                || where.startsWith("Bytecode PC")
                || where.equals("Redefined")) {
            return new Frame(type, method, "", 0);
        }
        int colon = where.lastIndexOf(':');
        return colon < 0
                ? new Frame(type, method, where, 0)
                : new Frame(type, method, where.substring(0, colon), number(where.substring(colon + 1)));
    }

    /** A hidden class has a slash too: {@code a.B$$Lambda/0x000001.run}. */
    private static String withoutModule(String call) {
        int begin = 0;
        for (int slash = call.indexOf('/'); slash >= 0; slash = call.indexOf('/', slash + 1)) {
            int dollar = call.indexOf('$', begin);
            boolean nested = dollar >= 0 && dollar < slash;
            if (nested || call.startsWith("0x", slash + 1)) {
                break;
            }
            begin = slash + 1;
        }
        return call.substring(begin);
    }

    private static int number(String digits) {
        try {
            return Math.max(0, Integer.parseInt(digits.strip()));
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
