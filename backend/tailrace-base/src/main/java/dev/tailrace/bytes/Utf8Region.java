package dev.tailrace.bytes;

/** Counts characters (UTF-16 units) in well-formed UTF-8. */
final class Utf8Region {
    private Utf8Region() {}

    static int characters(byte[] array, int from, int end) {
        int count = 0;
        for (int i = from; i < end; i++) {
            count += units(array[i]);
        }
        return count;
    }

    /** The position after {@code count} characters. */
    static int skip(byte[] array, int from, int end, int count) {
        int at = from;
        int left = count;
        while (at < end) {
            int next = at + 1;
            while (next < end && isContinuation(array[next])) {
                next++;
            }
            left -= units(array[at]);
            if (left < 0) {
                return at;
            }
            at = next;
        }
        return at;
    }

    /** The position {@code count} characters before {@code end}. */
    static int skipBack(byte[] array, int from, int end, int count) {
        int at = end;
        int left = count;
        while (at > from) {
            int start = at - 1;
            while (start > from && isContinuation(array[start])) {
                start--;
            }
            left -= units(array[start]);
            if (left < 0) {
                return at;
            }
            at = start;
        }
        return at;
    }

    /** The start of the character that the byte at {@code at} belongs to. */
    static int characterStart(byte[] array, int at) {
        return characterStart(array, at, 0);
    }

    static int characterStart(byte[] array, int at, int from) {
        int start = at;
        while (start > from && start < array.length && isContinuation(array[start])) {
            start--;
        }
        return start;
    }

    private static boolean isContinuation(byte b) {
        return (b & 0xc0) == 0x80;
    }

    private static int units(byte b) {
        if (isContinuation(b)) {
            return 0;
        }
        return (b & 0xf8) == 0xf0 ? 2 : 1;
    }
}
