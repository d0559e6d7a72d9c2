package dev.tailrace.cli;

/** What somebody typed, fit to be shown again on a terminal. */
final class Printable {
    private Printable() {}

    static String of(String text) {
        StringBuilder out = new StringBuilder(text.length());
        text.codePoints().forEach(c -> out.appendCodePoint(Character.isISOControl(c) ? '?' : c));
        return out.toString();
    }
}
