package dev.tailrace.otlp;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The names of attributes by OpenTelemetry's conventions, as the bytes that begin them. A byte of 0 is left for each length. */
final class Attributes {
    /** The tag of {@code LogRecord.attributes}. */
    private static final byte OF_RECORD = 0x32;

    private static final byte STRING = 0x0A;
    private static final byte INT = 0x18;

    /** Up to the key's length. */
    static final byte[] KEY = {OF_RECORD, 0, STRING, 0};

    static final byte[] THREAD_NAME = head("thread.name", STRING, (byte) 0);
    static final byte[] THREAD_ID = head("thread.id", INT);
    static final byte[] EXCEPTION_TYPE = head("exception.type", STRING, (byte) 0);
    static final byte[] EXCEPTION_MESSAGE = head("exception.message", STRING, (byte) 0);
    static final byte[] EXCEPTION_STACKTRACE = head("exception.stacktrace", STRING, (byte) 0);
    static final byte[] CODE_FUNCTION = head("code.function.name", STRING, (byte) 0);
    static final byte[] CODE_FILE = head("code.file.path", STRING, (byte) 0);
    static final byte[] CODE_LINE = head("code.line.number", INT);
    /** The name that OpenTelemetry's appender for Logback uses: there is no convention. An array of names. */
    static final byte[] MARKERS = head("logback.marker", (byte) 0x2A, (byte) 0);

    static final byte[] CUT_BYTES = head("tailrace.cut_bytes", INT);
    /** The value behind a key. */
    static final byte[] STRING_VALUE = {0x12, 0, STRING, 0};

    static final byte[] INT_VALUE = {0x12, 0, INT};
    static final byte[] DOUBLE_VALUE = {0x12, 9, 0x21};
    static final byte[] TRUE_VALUE = {0x12, 2, 0x10, 1};
    static final byte[] FALSE_VALUE = {0x12, 2, 0x10, 0};

    private Attributes() {}

    /** @param value the first bytes of the value, up to a place for the length of its text */
    private static byte[] head(String key, byte... value) {
        byte[] name = key.getBytes(StandardCharsets.US_ASCII);
        byte[] head = Arrays.copyOf(KEY, KEY.length + name.length + 2 + value.length);
        head[KEY.length - 1] = (byte) name.length;
        System.arraycopy(name, 0, head, KEY.length, name.length);
        head[KEY.length + name.length] = 0x12;
        System.arraycopy(value, 0, head, head.length - value.length, value.length);
        return head;
    }
}
