package dev.tailrace.bench.load;

import java.nio.charset.StandardCharsets;

/** What {@code %d{yyyy-MM-dd HH:mm:ss.SSS} %-5level [%thread] %logger{36} - } writes at level INFO. Stateless. */
final class Prefix {
    /** The pattern of the lines with a prefix. */
    static final String PATTERN = "%d{yyyy-MM-dd HH:mm:ss.SSS} %-5level [%thread] %logger{36} - %msg%n";

    private static final byte[] TIME = "dddd-dd-dd dd:dd:dd.ddd INFO  [".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] LOGGER = ("] " + Line.LOGGER + " - ").getBytes(StandardCharsets.US_ASCII);

    private Prefix() {}

    /** The start of the message, or −1 if the line has no such prefix. */
    static int end(byte[] line, int from, int to) {
        if (to - from < TIME.length + LOGGER.length) {
            return -1;
        }
        for (int i = 0; i < TIME.length; i++) {
            byte b = line[from + i];
            boolean right = TIME[i] == 'd' ? b >= '0' && b <= '9' : b == TIME[i];
            if (!right) {
                return -1;
            }
        }
        int name = from + TIME.length;
        while (name < to && line[name] != ']') {
            name++;
        }
        return matches(line, name, to, LOGGER) ? name + LOGGER.length : -1;
    }

    /** The bytes of the prefix for a thread's name of this length. */
    static int length(int threadName) {
        return TIME.length + threadName + LOGGER.length;
    }

    static boolean matches(byte[] line, int from, int to, byte[] expected) {
        if (to - from < expected.length) {
            return false;
        }
        for (int i = 0; i < expected.length; i++) {
            if (line[from + i] != expected[i]) {
                return false;
            }
        }
        return true;
    }

    /** Whether the rest of the line is exactly this ASCII text. */
    static boolean isRest(byte[] line, int from, int to, String expected) {
        if (to - from != expected.length()) {
            return false;
        }
        for (int i = 0; i < expected.length(); i++) {
            if (line[from + i] != expected.charAt(i)) {
                return false;
            }
        }
        return true;
    }
}
