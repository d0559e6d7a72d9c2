/** Bytes to files, crash-safe. Knows no logger, no pattern and no XML. */
module dev.tailrace.engine {
    requires static org.jspecify;
    requires static java.management;
    requires transitive dev.tailrace.base;

    exports dev.tailrace.engine;
    exports dev.tailrace.engine.control to
            dev.tailrace.core,
            dev.tailrace.guest;
    exports dev.tailrace.engine.drain to
            dev.tailrace.cli,
            dev.tailrace.core,
            dev.tailrace.guest,
            dev.tailrace.host;
    exports dev.tailrace.engine.drain.shared to
            dev.tailrace.core,
            dev.tailrace.guest;
    exports dev.tailrace.engine.figures to
            dev.tailrace.core;
    exports dev.tailrace.engine.journal to
            dev.tailrace.core;
    exports dev.tailrace.engine.journal.owner to
            dev.tailrace.core,
            dev.tailrace.guest;
    exports dev.tailrace.engine.journal.ring to
            dev.tailrace.guest;
    exports dev.tailrace.engine.log to
            dev.tailrace.core,
            dev.tailrace.guest;
    exports dev.tailrace.engine.runtime to
            dev.tailrace.core;
    exports dev.tailrace.engine.sink to
            dev.tailrace.core,
            dev.tailrace.guest;
    exports dev.tailrace.engine.sink.archive to
            dev.tailrace.core,
            dev.tailrace.guest;
    exports dev.tailrace.engine.sink.lock to
            dev.tailrace.guest;
}
