/** The SLF4J 2 provider of Tailrace. */
module dev.tailrace.slf4j {
    requires static org.jspecify;
    requires dev.tailrace.base;
    requires dev.tailrace.core;
    requires transitive org.slf4j;

    // SLF4J replays early events by reflection on the logger's class, so it must be exported, not merely provided.
    exports dev.tailrace.slf4j;

    provides org.slf4j.spi.SLF4JServiceProvider with
            dev.tailrace.slf4j.TailraceServiceProvider;
}
