package dev.tailrace.slf4j.twin;

/** The share of the configurations to run: one that takes minutes, or with -Pfull everything. */
final class Share {
    private Share() {}

    static boolean isFull() {
        return Boolean.getBoolean("tailrace.twins.full");
    }
}
