package dev.tailrace.layout.json;

/** A number, {@code true}, {@code false} or {@code null} of a JSON text, unparsed. */
record JsonLiteral(String text) {
    @Override
    public String toString() {
        return text;
    }
}
