/** The SLF4J 2 provider of Tailrace. */
module dev.tailrace.slf4j {
    requires static org.jspecify;
    requires dev.tailrace.core;
    requires transitive org.slf4j;

    exports dev.tailrace.slf4j;
}
