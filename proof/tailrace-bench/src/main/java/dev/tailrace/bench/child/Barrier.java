package dev.tailrace.bench.child;

import java.io.IOException;

/** A point where a JVM waits for other JVMs. */
interface Barrier {
    /** The barrier of a single JVM. */
    Barrier NONE = stage -> {};

    /** Reports that this JVM has reached a stage; returns when all others have, too. */
    void meet(Stage stage) throws IOException;
}
