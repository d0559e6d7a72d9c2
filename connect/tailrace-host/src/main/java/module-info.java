/** What the appenders for other backends share. */
module dev.tailrace.host {
    requires static org.jspecify;
    requires dev.tailrace.core;
    requires transitive dev.tailrace.base;
    requires transitive dev.tailrace.config;
    requires dev.tailrace.engine;
    requires transitive dev.tailrace.layout;

    exports dev.tailrace.host to
            dev.tailrace.logback,
            dev.tailrace.log4j;
}
