package dev.tailrace.slf4j.twin;

/** How much is run: a share that takes minutes, or, with -Pfull, everything. */
final class Share {
    private Share() {}

    static boolean isFull() {
        return Boolean.getBoolean("tailrace.twins.full");
    }
}
