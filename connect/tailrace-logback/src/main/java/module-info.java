/** Appenders for Logback that write through Tailrace's engine. */
module dev.tailrace.logback {
    requires static org.jspecify;
    requires transitive ch.qos.logback.classic;
    requires transitive ch.qos.logback.core;
    requires dev.tailrace.host;
    requires org.slf4j;

    exports dev.tailrace.logback;
}
