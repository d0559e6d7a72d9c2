package dev.tailrace.trials;

/** What the same application logs with. */
enum Backend {
    LOGBACK,
    TAILRACE
}
