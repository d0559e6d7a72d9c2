package dev.tailrace.engine.drain;

/** When a line of a console is written. */
public enum ConsoleMode {
    /** Before its call returns, unless the console isn't read: then it is queued. */
    AUTO,
    /** Before its call returns, however long the write takes. */
    SYNC,
    /** Soon after its call, by a thread. */
    ASYNC
}
