/** The public API of Tailrace, and the wiring of configuration, layout and engine. */
module dev.tailrace.core {
    requires static org.jspecify;
    // Only looked at where something else loads it.
    requires static java.logging;
    requires dev.tailrace.base;
    requires dev.tailrace.config;
    requires dev.tailrace.engine;
    requires dev.tailrace.layout;

    exports dev.tailrace;
}
