package dev.tailrace.doctor.threads;

import dev.tailrace.probe.evidence.Frame;
import org.jspecify.annotations.Nullable;

/** Reads one call of a stack as HotSpot, its JSON and OpenJ9 write it. */
final class FrameText {
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
        return frame(withoutModule(text.substring(0, open)), text.substring(open + 1, close));
    }

    /** The same in OpenJ9's way: {@code java/lang/Thread.run(Thread.java:840(Compiled Code))}. */
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
        if (where.equals("Unknown Source") || where.startsWith("Bytecode PC") || where.equals("Redefined")) {
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
