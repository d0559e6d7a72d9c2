/** Logs of other processes, for tools: looks at what waits in them, and drains it. */
module dev.tailrace.guest {
    requires static org.jspecify;
    requires transitive dev.tailrace.engine;

    exports dev.tailrace.guest to
            dev.tailrace.cli;
    exports dev.tailrace.guest.level to
            dev.tailrace.cli;
    exports dev.tailrace.guest.view to
            dev.tailrace.cli;
}
