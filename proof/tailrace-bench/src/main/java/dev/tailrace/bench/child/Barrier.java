package dev.tailrace.bench.child;

import java.io.IOException;

/** Where a JVM waits for others before it goes on. */
interface Barrier {
    /** For a JVM that is alone. */
    Barrier NONE = stage -> {};

    /** Says that this JVM has come so far; returns when all others have too. */
    void meet(Stage stage) throws IOException;
}
