package dev.tailrace.doctor.memory;

/** Reads the figures of a JVM: {@code 1770060K}, {@code 24.0M}, {@code 206M(10%)->34M(2%)}, {@code 4g}. */
final class Sizes {
    private Sizes() {}

    /** A size in bytes, with or without a unit; {@link Occupancy#UNKNOWN} when the text is none. */
    static long bytes(String text) {
        String size = text.strip();
        if (size.endsWith("iB")) {
            size = size.substring(0, size.length() - 2);
        } else if (size.length() > 1 && size.endsWith("B") && !Character.isDigit(size.charAt(size.length() - 2))) {
            size = size.substring(0, size.length() - 1);
        }
        if (size.isEmpty()) {
            return Occupancy.UNKNOWN;
        }
        double unit = unit(size.charAt(size.length() - 1));
        double number = decimal(unit == 0 ? size : size.substring(0, size.length() - 1));
        double bytes = number * (unit == 0 ? 1 : unit);
        return bytes >= 0 && bytes < (double) (1L << 60) ? Math.round(bytes) : Occupancy.UNKNOWN;
    }

    private static double unit(char letter) {
        return switch (letter) {
            case 'B', 'b' -> 1;
            case 'K', 'k' -> 1L << 10;
            case 'M', 'm' -> 1L << 20;
            case 'G', 'g' -> 1L << 30;
            case 'T', 't' -> 1L << 40;
            default -> 0;
        };
    }

    /** Digits with at most one point or comma; NaN for anything else. (Some JVMs wrote the comma of the user's country.) */
    static double decimal(String text) {
        boolean digits = false;
        boolean point = false;
        if (text.length() > 24) {
            return Double.NaN;
        }
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= '0' && c <= '9') {
                digits = true;
            } else if ((c == '.' || c == ',') && !point) {
                point = true;
            } else {
                return Double.NaN;
            }
        }
        return digits ? Double.parseDouble(text.replace(',', '.')) : Double.NaN;
    }

    /** A whole number; -1 when the text is none. */
    static long whole(String text) {
        double value = decimal(text.strip());
        return value >= 0 && value < 9e18 ? (long) value : -1;
    }

    /** {@code BEFORE->AFTER}, each with its capacity, a percentage or nothing in brackets; unknown when the text is not like that. */
    static Occupancy change(String text) {
        int arrow = text.indexOf("->");
        if (arrow < 0) {
            return Occupancy.NOT_KNOWN;
        }
        String right = text.substring(arrow + 2);
        long before = bytes(outside(text.substring(0, arrow)));
        long after = bytes(outside(right));
        if (before < 0 || after < 0) {
            return Occupancy.NOT_KNOWN;
        }
        int open = right.indexOf('(');
        int close = right.indexOf(')', open + 1);
        return new Occupancy(before, after, open >= 0 && close > 0 ? bytes(right.substring(open + 1, close)) : -1);
    }

    private static String outside(String text) {
        int open = text.indexOf('(');
        return open < 0 ? text : text.substring(0, open);
    }
}
