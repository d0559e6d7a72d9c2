package dev.tailrace.doctor.memory;

/**
 * The times that JDK 6 to 8 put before a line: {@code 2022-08-17T16:20:48.561+0800: 3.344: }, either or none. Immutable.
 *
 * @param uptime seconds since the JVM's start; NaN when it is unknown
 * @param clock milliseconds since 1970; NaN when it is unknown
 */
record ClassicTime(double uptime, double clock) {
    static ClassicTime of(String text) {
        double clock = Double.NaN;
        String rest = text;
        if (text.length() > 28 && text.charAt(10) == 'T' && Character.isDigit(text.charAt(0))) {
            int colon = text.indexOf(": ");
            if (colon > 20 && colon < 32) {
                clock = UnifiedLine.clock(text.substring(0, colon));
                rest = text.substring(colon + 2);
            }
        }
        int colon = rest.indexOf(':');
        double uptime =
                colon > 0 && colon < 20 ? Sizes.decimal(rest.substring(0, colon).strip()) : Double.NaN;
        return new ClassicTime(uptime, clock);
    }
}
