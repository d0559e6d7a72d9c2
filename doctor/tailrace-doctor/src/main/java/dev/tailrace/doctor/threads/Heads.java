package dev.tailrace.doctor.threads;

import java.nio.charset.StandardCharsets;

/** Guesses from a file's first bytes what it is. */
final class Heads {
    private Heads() {}

    /** Whether it is no text; UTF-16 with its mark is one. */
    static boolean isBinary(byte[] head) {
        if (head.length >= 2
                && ((head[0] == (byte) 0xFF && head[1] == (byte) 0xFE)
                        || (head[0] == (byte) 0xFE && head[1] == (byte) 0xFF))) {
            return false;
        }
        for (byte each : head) {
            if (each == 0) {
                return true;
            }
        }
        return false;
    }

    /** Whether the first character that is no space is this one. */
    static boolean begins(byte[] head, String with) {
        return text(head).stripLeading().startsWith(with);
    }

    static boolean contains(byte[] head, String word) {
        return text(head).contains(word);
    }

    private static String text(byte[] head) {
        String text = new String(head, StandardCharsets.ISO_8859_1);
        return text.startsWith("\u00EF\u00BB\u00BF") ? text.substring(3) : text;
    }
}
