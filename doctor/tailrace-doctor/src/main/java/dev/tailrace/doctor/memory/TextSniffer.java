package dev.tailrace.doctor.memory;

/** Distinguishes text from other files by how they begin. */
final class TextSniffer {
    private TextSniffer() {}

    /** Whether a file that begins like this is worth reading as text. */
    static boolean isText(byte[] head) {
        if (head.length > 1 && isByteOrderMark(head[0] & 0xFF, head[1] & 0xFF)) {
            return true;
        }
        int strange = 0;
        for (byte b : head) {
            if (b == 0) {
                return false;
            }
            if (b > 0 && b < ' ' && b != '\t' && b != '\n' && b != '\r' && b != 27 && b != '\f') {
                strange++;
            }
        }
        return head.length > 0 && strange <= head.length / 50;
    }

    /** UTF-16, as some shells write it; half of its bytes are 0. */
    private static boolean isByteOrderMark(int first, int second) {
        return (first == 0xFF && second == 0xFE) || (first == 0xFE && second == 0xFF);
    }
}
