package dev.tailrace.doctor.memory;

/** Distinguishes text from other files by how they begin. */
final class TextSniffer {
    private TextSniffer() {}

    /** Whether a file that begins like this is worth reading as text. */
    static boolean isText(byte[] head) {
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
}
