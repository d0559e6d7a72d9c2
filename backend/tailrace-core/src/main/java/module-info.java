/** The public API of Tailrace, and the wiring of configuration, layout and engine. */
module dev.tailrace.core {
    requires static org.jspecify;
    // Only used while a flight recording runs, and may be missing.
    requires static jdk.jfr;
    // Only used where a configuration asks for it, or something else loads it.
    requires static java.logging;
    requires dev.tailrace.base;
    requires dev.tailrace.config;
    requires dev.tailrace.engine;
    // Fronts need its dev.tailrace.spi, and nothing else of it is open to them.
    requires transitive dev.tailrace.layout;

    uses dev.tailrace.target.TargetProvider;

    exports dev.tailrace;
    exports dev.tailrace.capture;
    exports dev.tailrace.target to
            dev.tailrace.cli,
            dev.tailrace.kafka,
            dev.tailrace.otlp,
            dev.tailrace.ship;
    exports dev.tailrace.encoding to
            dev.tailrace.cli,
            dev.tailrace.host;
    exports dev.tailrace.runtime to
            dev.tailrace.host;
}
