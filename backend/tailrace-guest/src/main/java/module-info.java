/** Logs of other processes, for tools: reads their waiting lines, and drains them. */
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
